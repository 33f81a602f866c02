#include "server/reflection_service.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/impl/codegen/server_callback_handlers.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/handover.h"
#include "server/log/call_log.h"

namespace carom {
namespace {

using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptor;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

constexpr char kMethod[] = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";

// Names are far shorter.
constexpr size_t kMostRequestBytes = 4096;

// The messages have no classes here: those would be registered a second time in a program that
// links gRPC's own service. Numbers of the fields of ServerReflectionRequest.
enum Ask { kHost = 1, kFileByName = 3, kFileOfSymbol = 4, kListServices = 7 };
// Of ServerReflectionResponse, of what it holds, and of what that holds.
enum ResponseField { kOriginalRequest = 2, kFiles = 4, kServices = 6, kError = 7 };
enum FileDescriptorResponse { kFileDescriptorProto = 1 };
enum ListServiceResponse { kService = 1 };
enum ServiceResponse { kName = 1 };
enum ErrorResponse { kErrorCode = 1, kErrorMessage = 2 };

std::string Serialized(const UnknownFieldSet& fields) {
  std::string bytes;
  fields.SerializeToString(&bytes);
  return bytes;
}

// The file and all that it imports, each once.
void AddFiles(const FileDescriptor& file, std::set<const FileDescriptor*>& seen,
              UnknownFieldSet& files) {
  if (!seen.insert(&file).second) return;
  google::protobuf::FileDescriptorProto description;
  file.CopyTo(&description);
  files.AddLengthDelimited(kFileDescriptorProto, description.SerializeAsString());
  for (int i = 0; i < file.dependency_count(); ++i) AddFiles(*file.dependency(i), seen, files);
}

void AnswerFiles(const FileDescriptor* file, UnknownFieldSet& answer) {
  UnknownFieldSet reply;
  if (file == nullptr) {
    reply.AddVarint(kErrorCode, static_cast<uint64_t>(grpc::StatusCode::NOT_FOUND));
    reply.AddLengthDelimited(kErrorMessage, "nothing of that name is known");
  } else {
    std::set<const FileDescriptor*> seen;
    AddFiles(*file, seen, reply);
  }
  answer.AddLengthDelimited(file == nullptr ? kError : kFiles, Serialized(reply));
}

void AnswerServices(const std::vector<std::string>& services, UnknownFieldSet& answer) {
  UnknownFieldSet list;
  for (const std::string& name : services) {
    UnknownFieldSet service;
    service.AddLengthDelimited(kName, name);
    list.AddLengthDelimited(kService, Serialized(service));
  }
  answer.AddLengthDelimited(kServices, Serialized(list));
}

}  // namespace

/// One call, which reads a message and answers it before it reads the next. Deletes itself.
class ReflectionService::Call : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  Call(const ReflectionService& service, const grpc::CallbackServerContext& context)
      : service_(service) {
    const absl::Status refused = service.security_.CheckCaller(context.client_metadata());
    HandOver(this);
    if (refused.ok()) {
      StartRead(&request_);
    } else {
      Finish(ToGrpcStatus(refused));
    }
  }

  void OnReadDone(bool ok) override {
    TakeOver(this);
    if (!ok) return Finish(grpc::Status::OK);
    if (request_.Length() > kMostRequestBytes) {
      return Finish({grpc::StatusCode::INVALID_ARGUMENT,
                     absl::StrCat("request: ", request_.Length(), " bytes must be at most ",
                                  kMostRequestBytes)});
    }
    grpc::Slice bytes;
    if (!request_.DumpToSingleSlice(&bytes).ok()) return Finish(grpc::Status::CANCELLED);
    const grpc::Slice answer(
        service_.Answer(std::string(reinterpret_cast<const char*>(bytes.begin()), bytes.size())));
    answer_ = grpc::ByteBuffer(&answer, 1);
    HandOver(this);
    StartWrite(&answer_);
  }

  void OnWriteDone(bool ok) override {
    TakeOver(this);
    if (!ok) return Finish(grpc::Status::CANCELLED);
    HandOver(this);
    StartRead(&request_);
  }

  void OnDone() override {
    TakeOver(this);
    delete this;
  }

 private:
  const ReflectionService& service_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer answer_;
};

ReflectionService::ReflectionService(const Security& security, std::vector<std::string> services)
    : security_(security), services_(std::move(services)) {
  using grpc::internal::RpcServiceMethod;
  AddMethod(new RpcServiceMethod(kMethod, RpcServiceMethod::BIDI_STREAMING, nullptr));
  MarkMethodRawCallback(0,
                        new grpc::internal::CallbackBidiHandler<grpc::ByteBuffer, grpc::ByteBuffer>(
                            [this](grpc::CallbackServerContext* context) {
                              TakeOver(this);
                              return new Call(*this, *context);
                            }));
  HandOver(this);  // To threads of gRPC that may be older, as those of UnknownMethods.
}

std::string ReflectionService::Answer(const std::string& request) const {
  UnknownFieldSet fields;
  fields.ParseFromString(request);  // What comes before a defect counts.
  UnknownFieldSet answer;
  answer.AddLengthDelimited(kOriginalRequest, request);
  int asked = 0;
  std::string name;
  for (int i = 0; i < fields.field_count(); ++i) {
    const UnknownField& field = fields.field(i);
    if (field.type() != UnknownField::TYPE_LENGTH_DELIMITED) continue;
    if (field.number() == kHost) continue;
    asked = field.number();  // The last one counts, as of every oneof.
    name = field.length_delimited();
  }
  const DescriptorPool& pool = *DescriptorPool::generated_pool();
  if (asked == kListServices) {
    AnswerServices(services_, answer);
  } else if (asked == kFileByName) {
    AnswerFiles(pool.FindFileByName(name), answer);
  } else {  // There are no extensions, for which a client could ask too.
    AnswerFiles(asked == kFileOfSymbol ? pool.FindFileContainingSymbol(name) : nullptr, answer);
  }
  return Serialized(answer);
}

}  // namespace carom
