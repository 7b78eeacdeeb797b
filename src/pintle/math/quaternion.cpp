#include "pintle/math/quaternion.h"

namespace pintle {

Quaternion<double> to_quaternion(const Mat3<double>& R) {
  const double trace = R.xx + R.yy + R.zz;
  Quaternion<double> q;
  if (trace >= R.xx && trace >= R.yy && trace >= R.zz) {
    q = {1 + trace, R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};
  } else if (R.xx >= R.yy && R.xx >= R.zz) {
    q = {R.zy - R.yz, 1 + 2 * R.xx - trace, R.xy + R.yx, R.xz + R.zx};
  } else if (R.yy >= R.zz) {
    q = {R.xz - R.zx, R.xy + R.yx, 1 + 2 * R.yy - trace, R.yz + R.zy};
  } else {
    q = {R.yx - R.xy, R.xz + R.zx, R.yz + R.zy, 1 + 2 * R.zz - trace};
  }
  q = normalized(q);
  return q.w < 0 ? Quaternion<double>{-q.w, -q.x, -q.y, -q.z} : q;
}

Quaternion<double> nearest_sign(const Quaternion<double>& q, const Quaternion<double>& last) {
  const double agreement = q.w * last.w + q.x * last.x + q.y * last.y + q.z * last.z;
  return agreement < 0 ? Quaternion<double>{-q.w, -q.x, -q.y, -q.z} : q;
}

}  // namespace pintle
