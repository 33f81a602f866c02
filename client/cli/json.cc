#include "client/cli/json.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "client/cli/json_check.h"

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// The list of a message that has nothing else; null for other messages, and for null.
const FieldDescriptor* OnlyList(const Descriptor* type) {
  if (type == nullptr || type->field_count() != 1) return nullptr;
  return type->field(0)->is_repeated() ? type->field(0) : nullptr;
}

// Copies JSON, and puts the braces that FromJson() lets a caller omit. What it does not understand
// it copies as it is: the parser says what is wrong with it.
class ListWrapper {
 public:
  explicit ListWrapper(const std::string& json) : in_(json) {}

  std::string Wrap(const Descriptor& root) {
    understood_ = Value(&root, kMaxDepth);
    out_.append(in_, at_, std::string::npos);
    return std::move(out_);
  }
  // Where it ceased to understand, " at line 3, column 7"; empty where it did not.
  std::string Stop() const {
    if (understood_) return "";
    const std::string_view read(in_.data(), at_);
    const size_t line = read.rfind('\n') + 1;  // Of npos: 0.
    return absl::StrCat(" at line ", std::count(read.begin(), read.end(), '\n') + 1, ", column ",
                        at_ - line + 1);
  }

 private:
  static constexpr int kMaxDepth = 100;  // The parser's own limit.

  char Next() {
    while (at_ < in_.size() && std::isspace(static_cast<unsigned char>(in_[at_])) != 0) Take();
    return at_ < in_.size() ? in_[at_] : '\0';
  }
  void Take() { out_ += in_[at_++]; }
  bool Take(char expected) {
    if (Next() != expected) return false;
    Take();
    return true;
  }

  // Each returns false where it stopped for want of understanding. `type` is that of the value, or
  // of the elements; null where it is no message.
  bool Value(const Descriptor* type, int depth) {
    if (depth == 0) return false;
    switch (Next()) {
      case '{':
        return Object(type, depth);
      case '[': {
        const FieldDescriptor* const list = OnlyList(type);
        if (list == nullptr) return List(nullptr, depth);
        absl::StrAppend(&out_, "{\"", list->name(), "\":");
        const bool good = List(list->message_type(), depth);
        out_ += '}';
        return good;
      }
      case '"':
        return Text();
      default:
        while (at_ < in_.size() && std::string_view(",]}").find(in_[at_]) == std::string::npos)
          Take();
        return at_ < in_.size();
    }
  }

  bool List(const Descriptor* type, int depth) {
    Take();
    if (Take(']')) return true;
    while (Value(type, depth - 1)) {
      if (Take(']')) return true;
      if (!Take(',')) return false;
    }
    return false;
  }

  bool Object(const Descriptor* type, int depth) {
    Take();
    if (Take('}')) return true;
    while (Next() == '"') {
      const size_t begin = at_ + 1;
      if (!Text()) return false;
      const FieldDescriptor* const field = FieldNamed(in_.substr(begin, at_ - begin - 1), type);
      const Descriptor* const held = field == nullptr ? nullptr : field->message_type();
      if (!Take(':')) return false;
      const bool is_list = field != nullptr && field->is_repeated() && Next() == '[';
      if (!(is_list ? List(held, depth - 1) : Value(held, depth - 1))) return false;
      if (Take('}')) return true;
      if (!Take(',')) return false;
    }
    return false;
  }

  bool Text() {
    Take();
    while (at_ < in_.size() && in_[at_] != '"') {
      if (in_[at_] == '\\' && at_ + 1 < in_.size()) Take();
      Take();
    }
    if (at_ == in_.size()) return false;
    Take();
    return true;
  }

  static const FieldDescriptor* FieldNamed(const std::string& name, const Descriptor* type) {
    if (type == nullptr) return nullptr;
    const FieldDescriptor* const field = type->FindFieldByName(name);
    return field != nullptr ? field : type->FindFieldByCamelcaseName(name);
  }

  const std::string& in_;
  size_t at_ = 0;
  bool understood_ = false;
  std::string out_;
};

}  // namespace

std::string ToJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string json;
  // Fails only for messages with Any, which carom.v1 does not use.
  (void)google::protobuf::util::MessageToJsonString(message, &json, options);
  return json;
}

absl::Status FromJson(const std::string& json, google::protobuf::Message* message) {
  const std::string type = message->GetDescriptor()->name();
  if (json.find_first_not_of(" \t\r\n") == std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat("empty; expected JSON of the message ", type));
  }
  ListWrapper wrapper(json);
  const std::string wrapped = wrapper.Wrap(*message->GetDescriptor());
  const auto status = google::protobuf::util::JsonStringToMessage(wrapped, message);
  if (status.ok()) return absl::OkStatus();
  absl::Status wrong = CheckJson(wrapped, *message->GetDescriptor());
  if (!wrong.ok()) return wrong;
  return absl::InvalidArgumentError(absl::StrCat("not JSON of the message ", type, wrapper.Stop(),
                                                 ": ", std::string(status.message())));
}

}  // namespace carom
