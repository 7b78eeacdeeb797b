#pragma once
#include "pintle/io/item.h"
#include "pintle/study/study.h"

/// What a study says for its page alone: whether it fits the model is looked at in page_wishes.h.
namespace pintle {

/// The sections `published` and `figures`.
void read_published(const Item& section, Study& study);
void read_figures(const Item& section, Study& study);

}  // namespace pintle
