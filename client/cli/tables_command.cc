#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cli/commands.h"
#include "client/cli/json.h"
#include "client/cli/numbers.h"
#include "client/cli/scene_flags.h"
#include "client/cli/text_table.h"

namespace carom {
namespace {

class TablesCommand : public Command {
 public:
  std::string name() const override { return "tables"; }
  std::string summary() const override { return "the table presets, or one of them in full"; }
  std::string usage() const override { return "carom tables [NAME] [--json]"; }
  std::string details() const override {
    return "Lists the table presets, or shows the geometry of one. Its JSON, changed or not, may\n"
           "stand as a table's `geometry` in a request.\n";
  }
  std::string examples() const override {
    return "  carom tables\n"
           "  carom tables pool_9ft\n"
           "  carom tables pool-9ft --json\n";
  }
  void Declare(FlagSet* flags) override {
    flags->AddSection("Output");
    flags->AddSwitch("json", "as the service's JSON", &json_);
    flags->SetPositional(&words_);
  }
  ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) override;

 private:
  ExitCode PrintList(const CommonFlags& common, const Console& console) const;
  ExitCode PrintTable(const CommonFlags& common, const std::string& name,
                      const Console& console) const;

  std::vector<std::string> words_;
  bool json_ = false;
};

std::string Metres(double length_m) { return Fixed(length_m, 4); }

void PrintPresets(const carom::v1::ListTablesResponse& response, std::ostream& out) {
  TextTable table({"name", "length_m", "width_m", "balls", "racks", "description"});
  for (const carom::v1::TableInfo& info : response.tables()) {
    table.AddRow({info.name(), Metres(info.length_m()), Metres(info.width_m()), info.ball_set(),
                  absl::StrJoin(info.racks(), " "), info.description()});
  }
  table.Print(out);
}

void PrintNoses(const carom::v1::TableGeometry& geometry, std::ostream& out) {
  TextTable table(
      {"nose", "start_x_m", "start_y_m", "end_x_m", "end_y_m", "height_m", "end_height_m"});
  for (int i = 0; i < geometry.noses_size(); ++i) {
    const carom::v1::Nose& nose = geometry.noses(i);
    table.AddRow({absl::StrCat(i), Metres(nose.start().x_m()), Metres(nose.start().y_m()),
                  Metres(nose.end().x_m()), Metres(nose.end().y_m()), Metres(nose.height_m()),
                  Metres(nose.has_end_height_m() ? nose.end_height_m() : nose.height_m())});
  }
  table.Print(out);
}

void PrintJaws(const carom::v1::TableGeometry& geometry, std::ostream& out) {
  TextTable table({"jaw", "x_m", "y_m", "radius_m", "height_m"});
  for (int i = 0; i < geometry.jaws_size(); ++i) {
    const carom::v1::Jaw& jaw = geometry.jaws(i);
    table.AddRow({absl::StrCat(i), Metres(jaw.centre().x_m()), Metres(jaw.centre().y_m()),
                  Metres(jaw.radius_m()), Metres(jaw.height_m())});
  }
  table.Print(out);
}

void PrintPockets(const carom::v1::TableGeometry& geometry, std::ostream& out) {
  TextTable table({"pocket", "x_m", "y_m", "radius_m", "back_height_m", "overhang_m", "name"});
  for (int i = 0; i < geometry.pockets_size(); ++i) {
    const carom::v1::Pocket& pocket = geometry.pockets(i);
    table.AddRow({absl::StrCat(i), Metres(pocket.centre().x_m()), Metres(pocket.centre().y_m()),
                  Metres(pocket.radius_m()), Metres(pocket.back_height_m()),
                  Metres(pocket.overhang_m()), pocket.name()});
  }
  table.Print(out);
}

std::string Corner(const carom::v1::Point2& corner) {
  return absl::StrCat("(", Metres(corner.x_m()), ", ", Metres(corner.y_m()), ")");
}

void PrintRailTops(const carom::v1::TableGeometry& geometry, std::ostream& out) {
  TextTable table({"rail_top", "height_m", "corners_m"});
  for (int i = 0; i < geometry.rail_tops_size(); ++i) {
    const carom::v1::RailTop& top = geometry.rail_tops(i);
    std::vector<std::string> corners;
    for (const carom::v1::Point2& corner : top.corners()) corners.push_back(Corner(corner));
    table.AddRow({absl::StrCat(i), Metres(top.height_m()), absl::StrJoin(corners, " ")});
  }
  table.Print(out);
}

void PrintGeometry(const carom::v1::GetTableResponse& response, std::ostream& out) {
  const carom::v1::TableInfo& info = response.info();
  const carom::v1::TableGeometry& geometry = response.geometry();
  out << info.name() << ": " << info.description() << "\nballs " << info.ball_set() << ", racks "
      << absl::StrJoin(info.racks(), " ") << "\nhead spot " << Corner(geometry.head_spot())
      << " m, foot spot " << Corner(geometry.foot_spot()) << " m\n";
  if (geometry.noses_size() > 0) PrintNoses(geometry, out << '\n');
  if (geometry.jaws_size() > 0) PrintJaws(geometry, out << '\n');
  if (geometry.pockets_size() > 0) PrintPockets(geometry, out << '\n');
  if (geometry.rail_tops_size() > 0) PrintRailTops(geometry, out << '\n');
}

ExitCode TablesCommand::PrintList(const CommonFlags& common, const Console& console) const {
  const auto response = common.MakeClient(console).ListTables(common.Call());
  if (!response.ok()) return ReportError(response.status(), console);
  if (json_) {
    console.out << ToJson(*response);
  } else {
    PrintPresets(*response, console.out);
  }
  return kDone;
}

ExitCode TablesCommand::PrintTable(const CommonFlags& common, const std::string& name,
                                   const Console& console) const {
  const auto response = common.MakeClient(console).GetTable(CatalogueName(name), common.Call());
  if (!response.ok()) return ReportError(response.status(), console);
  if (json_) {
    console.out << ToJson(*response);
  } else {
    PrintGeometry(*response, console.out);
  }
  return kDone;
}

ExitCode TablesCommand::Run(const CommonFlags& common, const FlagSet&, const Console& console) {
  if (words_.size() > 1) {
    return ReportError(absl::InvalidArgumentError("tables takes one name at most"), console);
  }
  return words_.empty() ? PrintList(common, console) : PrintTable(common, words_[0], console);
}

}  // namespace

std::unique_ptr<Command> MakeTablesCommand() { return std::make_unique<TablesCommand>(); }

}  // namespace carom
