#include "pintle/system/system.h"

namespace pintle {

System::System() = default;
System::System(const System&) = default;
System::System(System&&) noexcept = default;
System& System::operator=(const System&) = default;
System& System::operator=(System&&) noexcept = default;
System::~System() = default;

}  // namespace pintle
