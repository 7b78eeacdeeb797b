#include "pintle/formulations/divide_and_conquer/assembly_tree.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>

#include "pintle/base/check.h"

namespace pintle::divide_and_conquer {

class AssemblyTree::Maker {
 public:
  Maker(const Skeleton& skeleton, AssemblyTree& out)
      : skeleton_(skeleton),
        out_(out),
        branches_(skeleton.bones.size()),
        closings_at_(skeleton.bones.size()),
        spins_at_(skeleton.bones.size()),
        touching_(skeleton.borrowing.size(), 0),
        done_(out.blocks.size(), 0),
        local_(out.blocks.size(), 0) {}

  void make() {
    std::vector<int> weight(skeleton_.bones.size(), 1);
    for (std::size_t i = skeleton_.bones.size(); i-- > 1;) weight[skeleton_.bones[i].parent] += weight[i];
    for (std::size_t i = 1; i < skeleton_.bones.size(); ++i) branches_[skeleton_.bones[i].parent].push_back(static_cast<int>(i));
    for (std::size_t i = 1; i < skeleton_.bones.size(); ++i)  // the heaviest last
      if (!branches_[i].empty()) {
        const auto heaviest = std::ranges::max_element(branches_[i], {}, [&](int c) { return weight[c]; });
        std::rotate(heaviest, heaviest + 1, branches_[i].end());
      }
    for (std::size_t k = 0; k < skeleton_.closings.size(); ++k)
      for (int bone : skeleton_.closings[k].bones) ++closings_at_[bone][static_cast<int>(k)];
    for (std::size_t b = 0; b < skeleton_.borrowing.size(); ++b) spins_at_[skeleton_.borrowing[b]].push_back(static_cast<int>(b));
    for (std::size_t i = 1; i < skeleton_.bones.size(); ++i)
      if (out_.joint_block[i] >= 0) touch(out_.joint_block[i], 1);
    for (int block : out_.closing_block) touch(block, 1);
    make_hub(0, branches_[0]);
  }

 private:
  /// An open block, and how many of a closing's ends are inside.
  using Opens = std::map<int, int>;
  static constexpr int none = -1;
  static constexpr int spare = 4;  // whole vectors may reach beyond the end

  const ClosingEnds& closing(const Block& block) const { return skeleton_.closings[block.index]; }
  int ends_at(int k, int bone) const {
    const auto found = closings_at_[bone].find(k);
    return found == closings_at_[bone].end() ? 0 : found->second;
  }

  /// Bodies that a block touches have that many more blocks, or fewer.
  void touch(int block, int by) {
    const Block& b = out_.blocks[block];
    const auto add = [&](int bone) {
      for (int spin : spins_at_[bone]) touching_[spin] += by;
    };
    if (b.kind == BlockKind::joint) add(b.index), add(skeleton_.bones[b.index].parent);
    if (b.kind != BlockKind::closing) return;
    const std::set<int> distinct(closing(b).bones.begin(), closing(b).bones.end());
    for (int bone : distinct) add(bone);
  }

  /// A body with its branches, the heaviest aside.
  int make_body(int bone) {
    std::vector<int> light = branches_[bone];
    const int heavy = light.empty() ? none : light.back();
    if (heavy != none) light.pop_back();
    const int folded = make_hub(bone, light);
    Opens open = gather({folded});
    const auto add = [&](int block, int ends) {
      if (block >= 0) open[block] += ends;
    };
    add(out_.body_block[bone], 0);
    add(out_.joint_block[bone], 0);
    if (heavy != none) add(out_.joint_block[heavy], 0);
    for (int spin : spins_at_[bone]) add(out_.spin_block[spin], 0);
    for (const auto& [k, ends] : closings_at_[bone])
      if (!done_[out_.closing_block[k]]) add(out_.closing_block[k], ends);
    const int made = make_assembly(open, {folded}, out_.body_block[bone], none);
    Assembly& assembly = out_.assemblies[made];
    assembly.body = bone;
    assembly.alone = folded == none && assembly.blocks.size() == 1;
    add_joint_entries(assembly, bone, 0);
    if (heavy != none) add_joint_entries(assembly, heavy, 1);
    for (int spin : spins_at_[bone]) add_entries(assembly, out_.spin_block[spin], bone, out_.spin_wrench[spin]);
    for (const auto& [k, ends] : closings_at_[bone])
      if (open.contains(out_.closing_block[k])) add_closing_entries(assembly, k, bone);
    return made;
  }

  /// A body with all that hangs on it.
  int make_chain(int top) {
    std::vector<int> chain;
    for (int bone = top; bone != none; bone = branches_[bone].empty() ? none : branches_[bone].back()) chain.push_back(bone);
    return make_range(chain, 0, chain.size());
  }
  int make_range(const std::vector<int>& chain, std::size_t from, std::size_t to) {
    if (to - from == 1) return make_body(chain[from]);
    const std::size_t middle = (from + to) / 2;
    const int first = make_range(chain, from, middle), second = make_range(chain, middle, to);
    return make_assembly(gather({first, second}), {first, second}, out_.joint_block[chain[middle]], none);
  }

  /// Branches folded into a hub and added; none: nothing is left of them to say.
  int make_hub(int hub, const std::vector<int>& branches) {
    std::vector<int> folds;
    for (int top : branches) {
      const int chain = make_chain(top), joint = out_.joint_block[top];
      Opens open = gather({chain});
      if (open.empty()) continue;
      if (hub > 0) open[out_.body_block[hub]] += 0;
      const int fold = make_assembly(open, {chain}, joint, hub);
      if (hub > 0 && joint >= 0) add_joint_entries(out_.assemblies[fold], top, 1);
      if (hub > 0 || !opens_[fold].empty()) folds.push_back(fold);
    }
    if (folds.empty()) return none;
    return make_sum(hub, folds, 0, folds.size());
  }
  int make_sum(int hub, const std::vector<int>& folds, std::size_t from, std::size_t to) {
    if (to - from == 1) return folds[from];
    const std::size_t middle = (from + to) / 2;
    const int first = make_sum(hub, folds, from, middle), second = make_sum(hub, folds, middle, to);
    return make_assembly(gather({first, second}), {first, second}, none, hub);
  }

  Opens gather(std::initializer_list<int> children) const {
    Opens all;
    for (int child : children)
      if (child != none)
        for (const auto& [block, inside] : opens_[child]) all[block] += inside;
    return all;
  }

  /// Of what is gathered, `first` is eliminated, then what is complete with the ends at the hub.
  int make_assembly(const Opens& gathered, std::initializer_list<int> children, int first, int hub) {
    const int made = static_cast<int>(out_.assemblies.size());
    Assembly& assembly = out_.assemblies.emplace_back();
    Opens left = gathered;
    const auto eliminate = [&](int block) {
      assembly.blocks.push_back(block);
      assembly.eliminated += out_.blocks[block].size;
      left.erase(block);
      touch(block, -1);
      done_[block] = 1;
    };
    if (first >= 0) eliminate(first);
    if (first >= 0 && out_.blocks[first].kind == BlockKind::joint && skeleton_.bones[out_.blocks[first].index].changes)
      assembly.changes = out_.joint_wrench[out_.blocks[first].index] + 2 * out_.blocks[first].size;
    for (const auto& [block, inside] : gathered) {
      const Block& b = out_.blocks[block];
      if (b.kind != BlockKind::closing) continue;
      const int own = hub == none ? 0 : ends_at(b.index, hub);
      if (inside + own == static_cast<int>(closing(b).bones.size())) eliminate(block);
    }
    for (const auto& [block, inside] : gathered)
      if (out_.blocks[block].kind == BlockKind::spin && touching_[out_.blocks[block].index] == 0) eliminate(block);

    const auto lay = [&](int block) {
      local_[block] = assembly.size;
      for (int r = 0; r < out_.blocks[block].size; ++r) assembly.unknowns.push_back(out_.blocks[block].place + r);
      assembly.size += out_.blocks[block].size;
    };
    for (int block : assembly.blocks) lay(block);
    for (const auto& [block, inside] : left) lay(block);
    int c = 0;
    for (int child : children) {
      if (child == none) continue;
      assembly.children[c] = child;
      assembly.level = std::max(assembly.level, out_.assemblies[child].level + 1);
      for (const auto& [block, inside] : opens_[child]) assembly.of_child[c].push_back({local_[block], out_.blocks[block].size});
      ++c;
    }
    if (hub > 0)
      for (int block : assembly.blocks)
        if (out_.blocks[block].kind == BlockKind::closing) add_closing_entries(assembly, out_.blocks[block].index, hub);
    const int open = assembly.size - assembly.eliminated;
    assembly.factor = out_.factors;
    assembly.open = out_.opens;
    assembly.right = out_.rights;
    out_.factors += assembly.eliminated * calc_stride(assembly.size) + spare;
    out_.opens += open * (open + 1) / 2 + spare;
    out_.rights += open;
    out_.largest = std::max(out_.largest, assembly.size);
    opens_.push_back(std::move(left));
    return made;
  }

  void add_entries(Assembly& assembly, int block, int bone, int first) {
    assembly.entries.push_back({local_[block], local_[out_.body_block[bone]], first, out_.blocks[block].size});
  }
  /// Side 0: on the bone, 1: on its parent.
  void add_joint_entries(Assembly& assembly, int bone, int side) {
    const int block = out_.joint_block[bone];
    if (block < 0) return;
    add_entries(assembly, block, side == 0 ? bone : skeleton_.bones[bone].parent,
                out_.joint_wrench[bone] + side * out_.blocks[block].size);
  }
  void add_closing_entries(Assembly& assembly, int k, int bone) {
    const ClosingEnds& closing = skeleton_.closings[k];
    for (std::size_t e = 0; e < closing.bones.size(); ++e)
      if (closing.bones[e] == bone)
        add_entries(assembly, out_.closing_block[k], bone, out_.closing_wrench[k] + static_cast<int>(e) * closing.rows);
  }

  const Skeleton& skeleton_;
  AssemblyTree& out_;
  std::vector<std::vector<int>> branches_;       // by bone, the heaviest last
  std::vector<std::map<int, int>> closings_at_;  // by link: closing → ends
  std::vector<std::vector<int>> spins_at_;       // by link
  std::vector<int> touching_;                    // by borrowing: blocks that touch the body and are not eliminated
  std::vector<Opens> opens_;                     // by assembly
  std::vector<char> done_;                       // by block: it is eliminated
  std::vector<int> local_;                       // by block: its place in the last assembly that has it
};

AssemblyTree::AssemblyTree(const Skeleton& skeleton) {
  const auto add = [&](BlockKind kind, int index, int size, std::vector<int>& list) {
    list.push_back(size > 0 ? static_cast<int>(blocks.size()) : -1);
    if (size == 0) return;
    blocks.push_back({kind, index, unknowns, size});
    unknowns += size;
  };
  const auto take = [&](int count, std::vector<int>& list) {
    list.push_back(wrenches);
    wrenches += count;
  };
  for (int i = 0; i < static_cast<int>(skeleton.bones.size()); ++i) {
    const Bone& bone = skeleton.bones[i];
    add(BlockKind::body, i, i == 0 ? 0 : 6, body_block);
    add(BlockKind::joint, i, bone.rows, joint_block);
    take((bone.changes ? 3 : 2) * bone.rows, joint_wrench);
  }
  for (std::size_t k = 0; k < skeleton.closings.size(); ++k) {
    const ClosingEnds& closing = skeleton.closings[k];
    add(BlockKind::closing, static_cast<int>(k), closing.rows, closing_block);
    take(closing.rows * static_cast<int>(closing.bones.size()), closing_wrench);
  }
  for (std::size_t b = 0; b < skeleton.borrowing.size(); ++b) {
    add(BlockKind::spin, static_cast<int>(b), 1, spin_block);
    take(1, spin_wrench);
  }
  Maker(skeleton, *this).make();
  std::size_t eliminated = 0;
  for (const Assembly& assembly : assemblies) eliminated += assembly.blocks.size();
  PINTLE_CHECK(eliminated == blocks.size());
  add_singles();
  add_pairs();
}

void AssemblyTree::add_singles() {
  single_of.assign(assemblies.size(), -1);
  for (std::size_t a = 0; a < assemblies.size(); ++a) {
    const Assembly& assembly = assemblies[a];
    if (!assembly.alone || assembly.entries.size() > 2 || assembly.size - 6 > most_open) continue;
    single_of[a] = static_cast<int>(singles.size());
    Single& single = singles.emplace_back();
    single.bone = assembly.body;
    single.place = blocks[assembly.blocks[0]].place;
    single.open = assembly.open;
    single.right = assembly.right;
    single.size = assembly.size - 6;
    single.handles = 0;
    for (const Entry& entry : assembly.entries)
      single.handle[single.handles++] = {entry.local - 6, assembly.unknowns[entry.local], entry.wrenches, entry.count};
  }
}

void AssemblyTree::add_pairs() {
  pair_of.assign(assemblies.size(), -1);
  for (std::size_t a = 0; a < assemblies.size(); ++a) {
    const Assembly& assembly = assemblies[a];
    if (assembly.blocks.size() != 1 || blocks[assembly.blocks[0]].kind != BlockKind::joint || assembly.changes >= 0 ||
        assembly.children[1] < 0 || !assembly.entries.empty())
      continue;
    const int rows = assembly.eliminated;
    const std::vector<Stretch>&first = assembly.of_child[0], &second = assembly.of_child[1];
    const bool has_left = first.size() == 2, has_right = second.size() == 2;
    if (first.size() > 2 || second.size() > 2 || first.back().to != 0 || second[0].to != 0) continue;
    const int left = has_left ? first[0].size : 0, right = has_right ? second[1].size : 0;
    if (left + right > most_open || rows > 6 || (has_left && first[0].to != rows) || (has_right && second[1].to != rows + left))
      continue;
    pair_of[a] = static_cast<int>(pairs.size());
    const Assembly *const one = &assemblies[assembly.children[0]], *const other = &assemblies[assembly.children[1]];
    pairs.push_back({assembly.blocks[0],
                     assembly.unknowns[0],
                     rows,
                     left,
                     right,
                     has_left ? assembly.unknowns[rows] : 0,
                     has_right ? assembly.unknowns[rows + left] : 0,
                     {assembly.children[0], assembly.children[1]},
                     {one->open, other->open},
                     {one->right, other->right},
                     assembly.factor,
                     assembly.open,
                     assembly.right});
  }
}

}  // namespace pintle::divide_and_conquer
