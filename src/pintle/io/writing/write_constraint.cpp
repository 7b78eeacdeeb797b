#include <fmt/core.h>

#include "pintle/io/members.h"
#include "pintle/model/constraint_rules.h"

namespace pintle {
namespace {

class ConstraintWriter {
 public:
  ConstraintWriter(const ConstraintPart& part, ExpressionWriter& expressions) : part_(part), expressions_(expressions) {}

  std::string write() {
    out_.add("type", std::string(type_name(part_)));
    std::visit([&](const auto& kind) { add(kind); }, part_.kind);
    if (part_.axes) out_.add("axes", write_name(*part_.axes));
    if (!part_.active) out_.add("active", std::string("false"));
    return out_.str();
  }

 private:
  template <class Part>
  void add(const Part& part) {
    write_members(out_, part, expressions_);
  }
  void add(const VelocityPart& kind) {
    out_.add("body", write_name(kind.body));
    if (kind.at.body == kind.body)
      out_.add("at", Braces().add(write_name(kind.body), kind.at.p).str());
    else
      out_.add("at", kind.at.p);
    if (kind.axes) out_.add("axes", write_name(*kind.axes));
    Braces rows;
    for (const VelocityRow& row : kind.rows) rows.add(write_name(row.name), write_row(row));
    out_.add("rows", rows.str());
  }

  /// What is zero is left out: it decides the units of the rest.
  std::string write_row(const VelocityRow& row) {
    const bool linear = has_linear_part(row);
    const auto is_zero = [](const Vector& v) {
      return v.x == 0 && v.y == 0 && v.z == 0 && !v.x.expr.exists() && !v.y.expr.exists() && !v.z.expr.exists();
    };
    Braces out;
    if (linear) out.add("linear", expressions_.write_living(row.linear, "1"));
    if (!is_zero(row.angular)) out.add("angular", expressions_.write_living(row.angular, linear ? "m" : "1"));
    return out.add("value", expressions_.write_living(row.value, linear ? "m/s" : "rad/s")).str();
  }

  const ConstraintPart& part_;
  ExpressionWriter& expressions_;
  Braces out_;
};

}  // namespace

std::string write_constraint(const ConstraintPart& constraint, ExpressionWriter& expressions) {
  return ConstraintWriter(constraint, expressions).write();
}

}  // namespace pintle
