#include "tests/papers/frame/plot.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <ostream>

#include "core/base/demand.h"

extern char** environ;

namespace carom::papers {
namespace {

// A string of gnuplot: between single quotes nothing is special but the quote itself.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  return quoted + "'";
}

std::string Column(const std::string& name) { return "column(" + Quoted(name) + ")"; }

// Rows of other curves become NaN, which gnuplot leaves out.
std::string Using(const Curve& curve) {
  if (curve.key.empty()) return "(" + Column(curve.x) + "):(" + Column(curve.y) + ")";
  // gnuplot 5.4 ends a quoted cell at its comma, and the curve would have other rows.
  CAROM_DEMAND(curve.value.find(',') == std::string::npos, "the name of a run has no comma");
  const std::string is_ours = "strcol(" + Quoted(curve.key) + ") eq " + Quoted(curve.value) + " ? ";
  return "(" + is_ours + Column(curve.x) + " : NaN):(" + Column(curve.y) + ")";
}

// On the sheet's own grid, where gnuplot's interpolation meets the points.
void WriteSurface(const Plot& plot, const std::string& csv_path, std::ostream& out) {
  const Curve& surface = plot.curves.front();
  out << "set dgrid3d " << plot.surface_points << "," << plot.surface_points << ",16\n"
      << "splot " << Quoted(csv_path) << " using (" << Column(surface.x) << "):("
      << Column(surface.y) << "):(" << Column(surface.z) << ") with pm3d title "
      << Quoted(surface.title) << "\nunset dgrid3d\n";
}

void WriteTicks(const char* axis, const std::vector<Tick>& ticks, std::ostream& out) {
  out << "set " << axis << " autofreq enhanced\n";
  const char* separator = " (";
  for (const Tick& tick : ticks) {
    if (separator[0] == ' ') out << "set " << axis;
    out << separator << Quoted(tick.text) << " " << tick.at;
    separator = ", ";
  }
  if (!ticks.empty()) out << ") noenhanced\n";
}

// gnuplot's * is an end by the data.
std::string End(double value) {
  if (std::isnan(value)) return "*";
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void WriteMarks(const Plot& plot, std::ostream& out) {
  out << "unset label\nunset arrow\nset yrange [*:*]\n";
  for (const Mark& mark : plot.marks) {
    const bool upright = std::isnan(mark.y);
    const bool level = std::isnan(mark.x);
    if (upright) {
      out << "set arrow from " << mark.x << ", graph 0 to " << mark.x << ", graph 1";
    } else if (level) {
      out << "set arrow from graph 0, first " << mark.y << " to graph 1, first " << mark.y;
    }
    if (upright || level) out << " nohead dashtype 2 lc rgb '#a8480b' front\n";
    out << "set label " << Quoted(mark.text) << " at ";
    if (upright) {
      out << mark.x << ", graph 0.96 left offset 0.4,0";
    } else if (level) {
      out << "graph 0.02, first " << mark.y << " left offset 0,0.5";
    } else {
      out << mark.x << "," << mark.y << " left offset 0.7,0.4 point pt 7 ps 0.5";
    }
    out << " noenhanced textcolor rgb '#a8480b' front\n";
  }
  WriteTicks("xtics", plot.ticks, out);
  WriteTicks("ytics", plot.y_ticks, out);
  if (!std::isnan(plot.y_low) || !std::isnan(plot.y_high)) {
    out << "set yrange [" << End(plot.y_low) << ":" << End(plot.y_high) << "]\n";
  }
}

void WritePanel(const Plot& plot, const std::string& csv_path, std::ostream& out) {
  out << "set title " << Quoted(plot.title) << " noenhanced\n"
      << "set xlabel " << Quoted(plot.x_label) << " noenhanced offset 0,0.5\n"  // Off the key.
      << "set ylabel " << Quoted(plot.y_label) << " noenhanced\n"
      << "unset logscale\nset format '% h'\nset size noratio\n";
  if (plot.log_x) out << "set logscale x\nset format x '10^{%L}'\n";
  if (plot.log_y) out << "set logscale y\nset format y '10^{%L}'\n";
  if (plot.same_scale) out << "set size ratio -1\n";
  WriteMarks(plot, out);
  if (plot.surface_points > 0) return WriteSurface(plot, csv_path, out);
  const char* separator = "plot ";
  for (const Curve& curve : plot.curves) {
    out << separator << Quoted(csv_path) << " using " << Using(curve) << " with " << curve.style
        << " title " << Quoted(curve.title);
    separator = ", \\\n     ";
  }
  out << "\n";
}

struct PixelSize {
  size_t width;
  size_t height;
};

// Of one panel: the more of them beside each other, the smaller.
PixelSize PanelSize(size_t panels, size_t columns) {
  if (panels == 1) return {720, 480};
  if (columns == 1) return {720, 360};
  return columns == 2 ? PixelSize{440, 340} : PixelSize{300, 240};
}

void WriteScript(const std::vector<Plot>& panels, size_t columns, const std::string& csv_path,
                 const std::string& svg_path, std::ostream& out) {
  const PixelSize panel_size = PanelSize(panels.size(), columns);
  const size_t rows = (panels.size() + columns - 1) / columns;
  out << "set terminal svg size " << panel_size.width * columns << "," << panel_size.height * rows
      << " dynamic enhanced background '#ffffff'\n"
      << "set encoding utf8\n"
      << "set output " << Quoted(svg_path) << "\n"
      << "set datafile separator ','\n"
      << "set datafile columnheaders\n"
      << "set datafile missing NaN\n"
      << "set key below noenhanced\n"
      << "set boxwidth 0.38\n"                // Two bars to a tick.
      << "set linetype 5 lc rgb '#8c564b'\n"  // In place of a yellow that white paper swallows.
      << "set grid\n";
  if (panels.size() > 1) out << "set multiplot layout " << rows << "," << columns << "\n";
  for (const Plot& panel : panels) WritePanel(panel, csv_path, out);
  if (panels.size() > 1) out << "unset multiplot\n";
}

// Exit status of `gnuplot argument` in a folder; -1 when it could not be run. What it says goes
// into the file `log` there.
int RunGnuplot(const std::string& folder, const std::string& argument, const std::string& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  std::string program = "gnuplot";
  std::string copy = argument;
  char* const arguments[] = {program.data(), copy.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

bool Draw(const std::vector<Plot>& panels, int columns, const std::string& folder,
          const std::string& stem) {
  const std::string name = stem + ".gnuplot";
  std::ofstream script(folder + "/" + name);
  WriteScript(panels, static_cast<size_t>(columns), stem + ".csv", stem + ".svg", script);
  script.close();
  const std::string log = name + ".log";
  if (!script.good() || RunGnuplot(folder, name, log) != 0) return false;
  // A curve without points is drawn too, with a warning.
  std::ifstream said(folder + "/" + log);
  const std::string text((std::istreambuf_iterator<char>(said)), std::istreambuf_iterator<char>());
  if (!text.empty()) std::cerr << name << ": " << text;
  std::filesystem::remove(folder + "/" + log);
  return text.empty();
}

bool CanDraw() { return RunGnuplot(".", "--version", "/dev/null") == 0; }

}  // namespace carom::papers
