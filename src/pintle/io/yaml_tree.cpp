#include "pintle/io/yaml_tree.h"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <optional>
#include <sstream>

#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t deepest = 32;  // our own format needs about ten

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(int source) : source_(source) { root_.mark.source = source; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) throw YamlProblem{to_mark(mark), "a second document begins here; one file holds one model"};
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(make(Node::Kind::null, mark, "?", anchor)); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { add(make(Node::Kind::alias, mark, "?", 0)); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
    Node node = make(Node::Kind::scalar, mark, tag, anchor);
    node.text = value;
    node.plain = tag != "!";
    last_scalar_ = node.mark;
    add(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(make(Node::Kind::list, mark, tag, anchor));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    open(make(Node::Kind::map, mark, tag, anchor));
  }
  void OnMapEnd() override { close(); }

  int documents() const { return documents_; }
  Node take_root() { return std::move(root_); }
  const std::optional<Mark>& last_scalar() const { return last_scalar_; }
  /// The innermost list or map that is still open.
  const Node* innermost() const { return stack_.empty() ? nullptr : &stack_.back().node; }

 private:
  struct Open {
    Node node;
    std::optional<Node> key;  // of a map: read, its value not yet
  };

  Mark to_mark(const YAML::Mark& mark) const { return {source_, std::max(0, mark.line), std::max(0, mark.column)}; }

  Node make(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) const {
    Node node;
    node.kind = kind;
    node.mark = to_mark(mark);
    node.anchored = anchor != 0;
    if (tag != "?" && tag != "!") node.tag = tag;
    return node;
  }

  void open(Node node) {
    if (stack_.size() == deepest)
      throw YamlProblem{node.mark, fmt::format("more than {} levels of nesting; no model needs them", deepest)};
    stack_.push_back({std::move(node), std::nullopt});
  }

  void close() {
    Node node = std::move(stack_.back().node);
    stack_.pop_back();
    add(std::move(node));
  }

  void add(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& top = stack_.back();
    if (top.node.is_list()) {
      top.node.items.push_back(std::move(node));
    } else if (!top.key) {
      if (!node.is_scalar()) throw YamlProblem{node.mark, "a key that is no word; write `key: value`"};
      if (node.anchored || !node.tag.empty()) throw YamlProblem{node.mark, "a key with an anchor or a tag; write the key alone"};
      top.key = std::move(node);
    } else {
      top.node.entries.push_back({std::move(top.key->text), top.key->mark, std::move(node)});
      top.key.reset();
    }
  }

  int source_ = 0, documents_ = 0;
  Node root_;
  std::vector<Open> stack_;
  std::optional<Mark> last_scalar_;
};

/// yaml-cpp ends an open quotation silently at the end of the text. It can only be the last scalar.
bool is_quotation_open(const Source& source, const Mark& mark) {
  const std::string& text = source.text;
  std::size_t i = source.offset(mark);
  if (i >= text.size() || (text[i] != '"' && text[i] != '\'')) return false;
  const char quote = text[i++];
  for (; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return false;
      ++i;  // '' is a quote inside single quotes
    }
  }
  return true;
}

/// An expression `=q[2]` without quotes inside { } or [ ]: its bracket begins a list.
bool has_bracket_in_expression(std::string_view text) {
  for (std::size_t i = text.find('='); i != text.npos; i = text.find('=', i + 1)) {
    const std::size_t end = text.find_first_of("[,{}\"'\n", i);
    if (end != text.npos && text[end] == '[') return true;
  }
  return false;
}

/// yaml-cpp notices a missing bracket where the text goes on, which may be far below.
std::string explain_open_bracket(const Node& open) {
  const char bracket = open.is_map() ? '{' : '[', closing = open.is_map() ? '}' : ']';
  return fmt::format("the {} of line {} has no {}, or a comma is missing; close the bracket", bracket, open.mark.line + 1,
                     closing);
}

/// yaml-cpp's phrases, in words that say what to do.
std::string explain(const std::string& phrase) {
  using namespace YAML::ErrorMsg;
  const std::pair<std::string_view, std::string_view> known[] = {
      {END_OF_MAP, "a key is missing here, or the indentation changes; write `key: value`, keys of one map in one column"},
      {END_OF_SEQ, "a list ends unexpectedly; write every element as `- value`, all in one column"},
      {FLOW_END, "a closing bracket without an opening one; take it out"},
      {MAP_VALUE, "a second colon, or wrong indentation; write one `key: value` to a line, or put the text in quotes"},
      {MAP_KEY, "a key cannot stand here; check the indentation"},
      {BLOCK_ENTRY, "a list element cannot stand here; check the indentation"},
      {UNKNOWN_TOKEN, "a word cannot begin with this character; put it in quotes"},
      {UNKNOWN_ANCHOR, "aliases (*name) are not read; write the value out"},
      {ALIAS_NOT_FOUND, "aliases (*name) are not read; write the value out"},
      {CHAR_IN_ALIAS, "aliases (*name) are not read; write the value out"},
      {ANCHOR_NOT_FOUND, "anchors (&name) are not read; write the value out"},
      {CHAR_IN_ANCHOR, "anchors (&name) are not read; write the value out"},
      {EOF_IN_SCALAR, "a quotation without its end; close the quotes"},
      {BAD_FILE, "brackets or indentation nested too deep; no model needs them"},
  };
  for (const auto& [theirs, ours] : known)
    if (phrase == theirs) return std::string(ours);
  return fmt::format("this is no YAML ({}); compare the line with an example", shown(phrase));
}

}  // namespace

const Node::Entry* Node::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry;
  return nullptr;
}
Node::Entry* Node::find(std::string_view key) { return const_cast<Entry*>(std::as_const(*this).find(key)); }

Node parse_yaml(const Source& source, int source_index) {
  TreeBuilder builder(source_index);
  try {
    std::istringstream stream(source.text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {}
  } catch (const YAML::Exception& problem) {
    const Mark mark{source_index, std::max(0, problem.mark.line), std::max(0, problem.mark.column)};
    const bool bracket = problem.msg == YAML::ErrorMsg::END_OF_MAP_FLOW || problem.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW;
    if (bracket && builder.innermost()) {
      const std::size_t open = source.offset(builder.innermost()->mark), end = source.text.find('\n', source.offset(mark));
      if (has_bracket_in_expression(std::string_view(source.text).substr(open, end - open)))
        throw YamlProblem{mark, "an expression with [ ] inside { } or [ ] needs quotes; write for example \"=q[2]\""};
    }
    throw YamlProblem{mark, bracket && builder.innermost() ? explain_open_bracket(*builder.innermost()) : explain(problem.msg)};
  }
  if (const auto last = builder.last_scalar(); last && is_quotation_open(source, *last))
    throw YamlProblem{*last, "a quotation without its end; close the quotes"};
  return builder.take_root();
}

}  // namespace pintle
