#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

/// Seeds are fixed, so that a failure today is the same failure tomorrow; a test that draws numbers names its seed in its
/// messages.
int main(int count, char** arguments) { return doctest::Context(count, arguments).run(); }
