#include "tests/papers/frame/plot.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <ostream>

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

void WritePanel(const Plot& plot, const std::string& csv_path, std::ostream& out) {
  out << "set title " << Quoted(plot.title) << " noenhanced\n"
      << "set xlabel " << Quoted(plot.x_label) << " noenhanced\n"
      << "set ylabel " << Quoted(plot.y_label) << " noenhanced\n"
      << "unset logscale\nset format '% h'\nset size noratio\n";
  if (plot.log_x) out << "set logscale x\nset format x '10^{%L}'\n";
  if (plot.log_y) out << "set logscale y\nset format y '10^{%L}'\n";
  if (plot.same_scale) out << "set size ratio -1\n";
  if (plot.surface_points > 0) return WriteSurface(plot, csv_path, out);
  const char* separator = "plot ";
  for (const Curve& curve : plot.curves) {
    out << separator << Quoted(csv_path) << " using " << Using(curve) << " with " << curve.style
        << " title " << Quoted(curve.title);
    separator = ", \\\n     ";
  }
  out << "\n";
}

void WriteScript(const std::vector<Plot>& panels, const std::string& csv_path,
                 const std::string& svg_path, std::ostream& out) {
  const size_t height = panels.size() == 1 ? 480 : 360 * panels.size();
  out << "set terminal svg size 720," << height << " dynamic enhanced background '#ffffff'\n"
      << "set output " << Quoted(svg_path) << "\n"
      << "set datafile separator ','\n"
      << "set datafile columnheaders\n"
      << "set datafile missing NaN\n"
      << "set key below noenhanced\n"
      << "set grid\n";
  if (panels.size() > 1) out << "set multiplot layout " << panels.size() << ",1\n";
  for (const Plot& panel : panels) WritePanel(panel, csv_path, out);
  if (panels.size() > 1) out << "unset multiplot\n";
}

// Exit status of `gnuplot argument` in a folder; -1 when it could not be run.
int RunGnuplot(const std::string& folder, const std::string& argument, bool silent) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  if (silent) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
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

bool Draw(const std::vector<Plot>& panels, const std::string& folder, const std::string& stem) {
  const std::string name = stem + ".gnuplot";
  std::ofstream script(folder + "/" + name);
  WriteScript(panels, stem + ".csv", stem + ".svg", script);
  script.close();
  return script.good() && RunGnuplot(folder, name, /*silent=*/false) == 0;
}

bool CanDraw() { return RunGnuplot(".", "--version", /*silent=*/true) == 0; }

}  // namespace carom::papers
