#pragma once

/// Elementary functions that stand in no inner loop; sin, cos and exp are in scalar.h, all of them for Lanes and Dual in
/// lanes.h and dual.h. Our own, because libm picks variants by processor: made of +, −, ×, ÷, √ and bits, they give a program
/// the same digits wherever it runs. Right to 0.8 ulp (tanh: 1.1), and C's zeros, infinities and NaN in the corners.
namespace pintle {

double log(double x);
/// xʸ, exact where it is a double.
double pow(double x, double y);

double asin(double x);
double acos(double x);
double atan2(double y, double x);

double tanh(double x);

/// √(x² + y²) and √(x² + y² + z²), without overflow on the way.
double hypot(double x, double y);
double hypot(double x, double y, double z);

}  // namespace pintle
