#pragma once
#include "pintle/base/json.h"
#include "pintle/study/study_plan.h"

namespace pintle {

/// What the page of a study is to show besides its numbers, with cells by their places and quantities in SI:
///
///     {"factors": [name …],
///      "published": [{"title", "source", "cases", "rows": [{"cell", "measure", "mean", "sd", "rate"} …]} …],
///      "figures": [{"title", "kind": "distribution" or "scatter", "of": [name …], "by", "cells": [place …]} …]}
///
/// Throws Error with a place where it does not fit the plan.
Json make_page_wishes(const StudyPlan& plan);

}  // namespace pintle
