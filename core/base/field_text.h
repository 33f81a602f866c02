#ifndef CAROM_CORE_BASE_FIELD_TEXT_H_
#define CAROM_CORE_BASE_FIELD_TEXT_H_

#include <initializer_list>
#include <string>

namespace carom {

/// The sentence that is made of what is wrong with a field, as the wire's carom.v1.FieldError has
/// it: "path: about: value must be ...". Each part may be empty. Nothing else makes one.
inline std::string FieldText(const std::string& path, const std::string& about,
                             const std::string& value, const std::string& must) {
  std::string text;
  for (const std::string* part : {&path, &about, &value}) {
    if (!text.empty() && !part->empty()) text.append(": ");
    text.append(*part);
  }
  if (must.empty()) return text;
  if (!text.empty()) text.append(value.empty() ? ": " : " ");
  return text.append("must be ").append(must);
}

}  // namespace carom

#endif  // CAROM_CORE_BASE_FIELD_TEXT_H_
