#include "client/cli/patch_rows.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/numbers.h"
#include "client/cli/text_table.h"

namespace carom {
namespace {

using Cells = std::vector<std::string>;

const Cells kHeader = {"slip_x_per_s", "slip_y_per_s", "spin_rad_s", "shift_x",
                       "shift_y",      "force_x",      "force_y",    "moment"};

template <typename Format>
Cells RowOf(const carom::v1::PatchTable& table, int i, Format format) {
  return {format(table.slips_x_per_s(i)), format(table.slips_y_per_s(i)),
          format(table.spins_rad_s(i)),   format(table.shifts_x(i)),
          format(table.shifts_y(i)),      format(table.forces_x(i)),
          format(table.forces_y(i)),      format(table.moments(i))};
}

}  // namespace

void WritePatchTable(const carom::v1::PatchTable& table, bool as_csv, std::ostream& out) {
  if (as_csv) {
    out << absl::StrJoin(kHeader, ",") << '\n';
    for (int i = 0; i < table.moments_size(); ++i) {
      out << absl::StrJoin(RowOf(table, i, Exact), ",") << '\n';
    }
    return;
  }
  TextTable text(kHeader);
  for (int i = 0; i < table.moments_size(); ++i) {
    text.AddRow(RowOf(table, i, [](double value) { return Significant(value, 7); }));
  }
  text.Print(out);
}

// CSV is the rows alone.
void WritePressureField(const carom::v1::PressureField& field, bool as_csv, std::ostream& out) {
  const Cells header = {"x_m", "y_m", "pressure_pa"};
  const auto row = [&](int i, auto format) {
    return Cells{format(field.xs_m(i)), format(field.ys_m(i)), format(field.pressures_pa(i))};
  };
  if (as_csv) {
    out << absl::StrJoin(header, ",") << '\n';
    for (int i = 0; i < field.xs_m_size(); ++i) out << absl::StrJoin(row(i, Exact), ",") << '\n';
    return;
  }
  const auto number = [](double value) { return Significant(value, 7); };
  TextTable integrals({"integral over the patch", "value"});
  integrals.AddRow({"normal_force_N", number(field.normal_force_n())});
  integrals.AddRow({"centre_x_m", number(field.centre_m().x())});
  integrals.AddRow({"centre_y_m", number(field.centre_m().y())});
  integrals.AddRow({"rolling_moment_x_N_m", number(field.rolling_moment_n_m().x())});
  integrals.AddRow({"rolling_moment_y_N_m", number(field.rolling_moment_n_m().y())});
  integrals.AddRow({"drilling_moment_N_m", number(field.drilling_moment_n_m())});
  integrals.Print(out);
  TextTable text(header);
  for (int i = 0; i < field.xs_m_size(); ++i) text.AddRow(row(i, number));
  text.Print(out << '\n');
}

void DescribeFittedBlend(const carom::v1::FittedBlend& fitted, std::ostream& out) {
  TextTable table({"of the", "b", "m", "objective"});
  const auto add = [&](const char* part, const carom::v1::SlipSpinBlend& family, double objective) {
    table.AddRow(
        {part, Significant(family.b(), 9), Significant(family.m(), 9), Significant(objective, 9)});
  };
  add("force", fitted.blend().force(), fitted.force_objective());
  add("moment", fitted.blend().moment(), fitted.moment_objective());
  table.Print(out);
  out << absl::StrCat(fitted.iterations(), " iterations\n");
}

}  // namespace carom
