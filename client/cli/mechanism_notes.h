#ifndef CAROM_CLIENT_CLI_MECHANISM_NOTES_H_
#define CAROM_CLIENT_CLI_MECHANISM_NOTES_H_

#include <span>
#include <string>

namespace carom {

/// Notes for people on a mechanism.
struct MechanismNote {
  const char* name;     ///< As the arm of SimulateMechanismRequest that holds it.
  const char* what;     ///< One line.
  const char* example;  ///< The JSON of its message, with a few fields that are worth changing.
};

/// One of each mechanism that this program knows.
std::span<const MechanismNote> MechanismNotes();

/// The line of a mechanism; empty for one that only the server knows.
std::string DescriptionOf(const std::string& mechanism);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_MECHANISM_NOTES_H_
