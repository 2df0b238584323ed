// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/Library.h"
#include "runtime/library/LibraryCall.h"

#include <algorithm>
#include <vector>

namespace tvm::runtime {

namespace {

struct Box {
  float y0, x0, y1, x1, area;

  Box(const float *b, bool isCentered) {
    if (isCentered) {
      x0 = b[0] - b[2] / 2, x1 = b[0] + b[2] / 2;
      y0 = b[1] - b[3] / 2, y1 = b[1] + b[3] / 2;
    } else {
      y0 = std::min(b[0], b[2]), y1 = std::max(b[0], b[2]);
      x0 = std::min(b[1], b[3]), x1 = std::max(b[1], b[3]);
    }
    area = (y1 - y0) * (x1 - x0);
  }
};

/// The kept boxes, as arrays, because one box is compared with all of them.
struct KeptBoxes {
  std::vector<float> y0, x0, y1, x1, area;

  void add(const Box &box) {
    y0.push_back(box.y0), x0.push_back(box.x0);
    y1.push_back(box.y1), x1.push_back(box.x1);
    area.push_back(box.area);
  }
  void clear() {
    for (auto *list : {&y0, &x0, &y1, &x1, &area})
      list->clear();
  }

  bool overlap(const Box &box, float threshold) const {
    constexpr size_t kBlock = 32;
    for (size_t begin = 0; begin < area.size(); begin += kBlock) {
      size_t end = std::min(begin + kBlock, area.size());
      int found = 0;
      for (size_t i = begin; i < end; ++i)
        found |= overlaps(i, box, threshold);
      if (found)
        return true;
    }
    return false;
  }

private:
  int overlaps(size_t i, const Box &box, float threshold) const {
    float height = std::min(y1[i], box.y1) - std::max(y0[i], box.y0);
    float width = std::min(x1[i], box.x1) - std::max(x0[i], box.x0);
    float common = std::max(height, 0.0f) * std::max(width, 0.0f);
    float all = area[i] + box.area - common;
    return (area[i] > 0) & (box.area > 0) & (common > 0) & (all > 0) &
           (common / all > threshold);
  }
};

struct Candidate {
  float score;
  int64_t index;
  /// Whether `other` comes first.
  bool operator<(const Candidate &other) const {
    return score != other.score ? score < other.score : index > other.index;
  }
};

/// The arguments of one call.
struct Suppression {
  const float *boxes, *scores, *overlapThreshold, *scoreThreshold;
  int64_t numBoxes, numClasses, limit;
  bool isCentered;
  int64_t *selected;

  /// Writes the kept boxes of class `line % numClasses` of a batch to its part
  /// of `selected`. Returns their number.
  int64_t keep(int64_t line) const;

private:
  std::vector<Candidate> getCandidates(int64_t line) const;
};

} // namespace

std::vector<Candidate> Suppression::getCandidates(int64_t line) const {
  std::vector<Candidate> candidates;
  const float *score = scores + line * numBoxes;
  for (int64_t i = 0; i < numBoxes; ++i)
    if (scoreThreshold ? score[i] > *scoreThreshold : score[i] == score[i])
      candidates.push_back({score[i], i});
  std::make_heap(candidates.begin(), candidates.end());
  return candidates;
}

int64_t Suppression::keep(int64_t line) const {
  std::vector<Candidate> candidates = getCandidates(line);
  const float *batch = boxes + line / numClasses * numBoxes * 4;
  int64_t *row = selected + line * limit * 3;
  KeptBoxes kept;
  int64_t count = 0;
  while (count < limit && !candidates.empty()) {
    std::pop_heap(candidates.begin(), candidates.end());
    int64_t index = candidates.back().index;
    candidates.pop_back();
    Box box(batch + index * 4, isCentered);
    if (kept.overlap(box, *overlapThreshold))
      continue;
    kept.add(box);
    *row++ = line / numClasses;
    *row++ = line % numClasses;
    *row++ = index;
    ++count;
  }
  return count;
}

/// Moves the first `counts[line]` rows of each part together.
static int64_t compact(int64_t *selected, int64_t limit,
                       const std::vector<int64_t> &counts) {
  int64_t *end = selected;
  for (size_t line = 0; line < counts.size(); ++line)
    end = std::copy_n(selected + line * limit * 3, counts[line] * 3, end);
  std::fill(end, selected + counts.size() * limit * 3, int64_t(-1));
  return (end - selected) / 3;
}

Status suppressNonMax(const tvm_args *args) {
  ArgumentReader reader(args);
  int64_t count;
  const int64_t *sizes, *scoreSizes, *options = reader.list<int64_t>(count);
  Suppression call;
  call.isCentered = options[0];
  call.boxes = static_cast<float *>(reader.next(3, count, sizes));
  call.scores = static_cast<float *>(reader.next(3, count, scoreSizes));
  call.overlapThreshold = reader.next<float>(options[1]);
  call.scoreThreshold =
      options[2] < 0 ? nullptr : reader.next<float>(options[2]);
  call.selected = static_cast<int64_t *>(reader.next(2, count, sizes));
  auto *number = reader.next<int64_t>(1);
  int64_t lines = scoreSizes[0] * scoreSizes[1];
  call.numClasses = scoreSizes[1];
  call.numBoxes = scoreSizes[2];
  call.limit = lines ? sizes[0] / lines : 0;
  std::vector<int64_t> counts(lines);
  TVM_RETURN_IF_FAILED(
      parallelFor(args, lines, [&](int64_t begin, int64_t end) {
        for (int64_t line = begin; line < end; ++line)
          counts[line] = call.keep(line);
      }));
  *number = compact(call.selected, call.limit, counts);
  return TVM_OK;
}

} // namespace tvm::runtime
