#include "client/internal/callback_scope.h"

namespace carom {

thread_local int CallbackScope::depth_ = 0;

}  // namespace carom
