// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Winograd/WinogradSpace.h"

#include "transforms/Schedule/Rules/RegisterTile/Space/TileConstraints.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Winograd/WinogradEstimate.h"
#include "transforms/Schedule/Strategy/ComposedSpace.h"
#include "transforms/Schedule/Support/Limits.h"

using namespace mlir;

namespace tvm::schedule::winograd {

/// The part of register tiles of products that has to be full. Chosen ones are
/// fuller.
static constexpr double kFullPart = 0.75;

std::optional<int64_t> divideEvenly(int64_t extent, int64_t most,
                                    double fullPart) {
  auto parts = static_cast<int64_t>(llvm::divideCeil(extent, most));
  auto rows = static_cast<int64_t>(llvm::divideCeil(extent, parts));
  if (fullPart * static_cast<double>(parts * rows) >
      static_cast<double>(extent))
    return std::nullopt;
  return rows;
}

int64_t KernelSizes::getMostTiles(int64_t channels) const {
  int64_t tileBytes =
      coordinates * std::max<int64_t>(channels, 1) * elementBytes;
  return kMaxThreadBufferBytes / tileBytes;
}

bool KernelSizes::isWhole(int64_t lanes) const {
  return tilesOfRow && outputs && *outputs > 0 &&
         *outputs % std::min(*outputs, lanes) == 0;
}

namespace {
/// Indices of the parameters of a division in a point.
enum Parameters : unsigned {
  Lanes,
  Group,
  Channels,
  Joined,
  NumOfDivision,
  // Of groups alone.
  PacksProducts = NumOfDivision,
  GroupsData,
  DataLanes,
  PacksData,
  NumOfGroups
};

/// The condition that the parameters of a division fit together, and those of
/// groups.
struct DivisionConstraint {
  KernelSizes kernel;
  Point chosen; // legal in any case

  bool operator()(ArrayRef<int64_t> values) const;

private:
  bool isDivision(ArrayRef<int64_t> values) const;
  bool areGroups(ArrayRef<int64_t> values) const;
};

/// The condition that a tile divides the products of a group. Rows may be in
/// tiles of which the last one is nearly full.
struct ProductsConstraint {
  Point chosen; // legal in any case

  bool operator()(ArrayRef<int64_t> values) const;

private:
  bool dividesRows(int64_t group, int64_t rows) const;
};
} // namespace

bool DivisionConstraint::isDivision(ArrayRef<int64_t> values) const {
  int64_t lanes = values[Lanes], joined = values[Joined];
  bool canJoin = kernel.isWhole(lanes) && !kernel.isChannelLast &&
                 joined * kernel.tile <= std::max(lanes, kernel.lanes);
  return values[Channels] % lanes == 0 && values[Group] % joined == 0 &&
         (joined == 1 || canJoin);
}

bool DivisionConstraint::areGroups(ArrayRef<int64_t> values) const {
  int64_t group = values[Group], inputs = *kernel.inputs;
  if (!kernel.fitsBuffer(group, values[Channels]))
    return false;
  if (!values[GroupsData])
    return !values[PacksData];
  return kernel.fitsBuffer(group, inputs) &&
         (!values[PacksData] || inputs % values[DataLanes] == 0);
}

bool DivisionConstraint::operator()(ArrayRef<int64_t> values) const {
  return values == ArrayRef(chosen) ||
         (isDivision(values) &&
          (values.size() == NumOfDivision || areGroups(values)));
}

bool ProductsConstraint::dividesRows(int64_t group, int64_t rows) const {
  // Otherwise tiles of one row less are used (fitTile).
  return group % rows == 0 || (divideEvenly(group, rows, kFullPart) == rows &&
                               group % (rows - 1) != 0);
}

bool ProductsConstraint::operator()(ArrayRef<int64_t> values) const {
  if (values == ArrayRef(chosen).take_front(values.size()))
    return true;
  ArrayRef<int64_t> tile = values.drop_front(NumOfGroups);
  NestedConstraint nested{Point(ArrayRef(chosen).drop_front(NumOfGroups))};
  int64_t channels = values[Channels], columns = tile[TileParameter::Columns];
  bool areChosen = channels == chosen[Channels] &&
                   columns == nested.chosen[TileParameter::Columns];
  int64_t extents[kNumAxes] = {1, 1, 1, 1, values[Group], channels};
  return dividesRows(values[Group], tile[TileParameter::Rows]) &&
         tile[TileParameter::OuterRows] ==
             nested.chosen[TileParameter::OuterRows] &&
         (channels % columns == 0 || areChosen) &&
         nested.hasOwnOrder(tile, extents);
}

/// The divisors of `extent` that are at least `least`; none if it is unknown.
static SmallVector<int64_t> getDivisors(std::optional<int64_t> extent,
                                        int64_t least) {
  SmallVector<int64_t> divisors;
  for (int64_t size = least; extent && size <= *extent; ++size)
    if (*extent % size == 0)
      divisors.push_back(size);
  return divisors;
}

/// The lengths of vectors that `channels` fill, up to two of the machine's.
static SmallVector<int64_t> getLanes(std::optional<int64_t> channels,
                                     int64_t lanes) {
  SmallVector<int64_t> lengths;
  for (int64_t count = kMinLanes; channels && count <= 2 * lanes; count *= 2)
    if (*channels % count == 0)
      lengths.push_back(count);
  return lengths;
}

/// Columns of tiles divide the channels of a group.
template <typename Attr>
static SmallVector<Parameter>
getDivision(const KernelSizes &kernel, Attr chosen, ArrayRef<int64_t> columns) {
  SmallVector<int64_t> channels = getDivisors(kernel.outputs, kMinLanes);
  llvm::erase_if(channels, [&](int64_t count) {
    return llvm::none_of(columns,
                         [&](int64_t size) { return count % size == 0; });
  });
  return {makeParameter("lanes", getLanes(kernel.outputs, kernel.lanes),
                        chosen.getLanes()),
          makeParameter("group", getDivisors(kernel.tilesOfRow, 1),
                        chosen.getGroup()),
          makeParameter("channels", channels, chosen.getChannels()),
          makeParameter("joined", {1, 2, 4, 8}, chosen.getJoined())};
}

/// The parameters of all stages of a group.
static ParameterGroup getGroups(const KernelSizes &kernel,
                                WinogradGroupsAttr chosen,
                                ArrayRef<int64_t> columns) {
  SmallVector<Parameter> parameters = getDivision(kernel, chosen, columns);
  parameters.append(
      {makeParameter("packs_products", {0, 1}, chosen.getPacksProducts()),
       makeParameter("groups_data", {0, 1}, chosen.getGroupsData()),
       makeParameter("data_lanes", getLanes(kernel.inputs, kernel.lanes),
                     chosen.getDataLanes()),
       makeParameter("packs_data", {0, 1}, chosen.getPacksData())});
  return ParameterGroup(parameters,
                        DivisionConstraint{kernel, getDefault(parameters)});
}

/// Whether the operands of the epilogue are prefetched.
static Parameter getEpilogue(ArrayRef<int64_t> chosen,
                             ArrayRef<int64_t> possible) {
  SmallVector<int64_t> flags{0};
  if (!possible.empty())
    flags.push_back(1);
  return makeParameter("epilogue", flags, !chosen.empty());
}

std::unique_ptr<StrategySpace>
makeGroupsSpace(const Stages &stages, const KernelSizes &kernel,
                const Tile &tile, WinogradGroupsAttr chosen,
                ArrayRef<Strategy> preferred, const MachineModel &machine) {
  SmallVector<int64_t, 2> epilogue(chosen.getEpilogue());
  SmallVector<int64_t, 2> possible =
      findPrefetchable(stages.reader, BlockAccesses(stages.result).written);
  auto products =
      std::make_unique<TileSpace>(BlockAccesses(stages.products), machine, tile,
                                  /*isPreferred=*/true, TiledSum::Nested);
  ArrayRef<Parameter> ofTile =
      products->getParameters().getGroups().front().getParameters();
  ParameterSpace own;
  own.add(makeTasksParameter(chosen.getTasks()));
  own.add(getEpilogue(epilogue, possible));
  own.add(getGroups(kernel, chosen, ofTile[TileParameter::Columns].values));
  if (epilogue.empty())
    epilogue = possible;
  auto build = [=](ArrayRef<int64_t> point,
                   ArrayRef<Strategy> parts) -> Strategy {
    ArrayRef<int64_t> values = point.drop_front(2);
    return WinogradGroupsAttr::get(
        chosen.getContext(), values[DataLanes], values[Lanes], values[Group],
        values[Joined], kernel.isWhole(values[Lanes]), values[Channels],
        values[GroupsData] != 0, values[PacksProducts] != 0,
        values[PacksData] != 0,
        point[1] != 0 ? ArrayRef<int64_t>(epilogue) : ArrayRef<int64_t>(),
        parts.front(), point.front());
  };
  auto space = std::make_unique<StagesSpace<ComposedSpace, WinogradGroupsAttr>>(
      StageEstimator<WinogradGroupsAttr>(stages, machine), own, build,
      preferred);
  Point known = own.getGroups().back().getDefault();
  llvm::append_range(known, products->getParameters().getDefault());
  space->addLinkedPart("products", std::move(products),
                       ProductsConstraint{known}, [](ArrayRef<int64_t> values) {
                         return Point{values[Group], values[Channels]};
                       });
  return space;
}

std::unique_ptr<StrategySpace> makeStagesSpace(const Stages &stages,
                                               const KernelSizes &kernel,
                                               WinogradStagesAttr chosen,
                                               const MachineModel &machine) {
  SmallVector<Parameter> division = getDivision(kernel, chosen, kMinLanes);
  ParameterSpace space;
  space.add(makeTasksParameter(chosen.getTasks()));
  space.add(makeParameter("data_lanes", getLanes(kernel.inputs, kernel.lanes),
                          chosen.getDataLanes()));
  space.add(ParameterGroup(division,
                           DivisionConstraint{kernel, getDefault(division)}));
  auto build = [=](ArrayRef<int64_t> point) -> Strategy {
    ArrayRef<int64_t> values = point.drop_front(2);
    return WinogradStagesAttr::get(chosen.getContext(), point[1], values[Lanes],
                                   values[Group], values[Joined],
                                   kernel.isWhole(values[Lanes]),
                                   values[Channels], point.front());
  };
  return std::make_unique<StagesSpace<FunctionSpace, WinogradStagesAttr>>(
      StageEstimator<WinogradStagesAttr>(stages, machine), std::move(space),
      build, ArrayRef<Strategy>(chosen));
}

} // namespace tvm::schedule::winograd
