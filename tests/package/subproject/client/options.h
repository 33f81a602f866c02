#ifndef SUBPROJECT_CLIENT_OPTIONS_H_
#define SUBPROJECT_CLIENT_OPTIONS_H_

// Named as a header of Carom is in Carom's own tree.
constexpr double kCueSpeed_m_s = 7.0;

#endif  // SUBPROJECT_CLIENT_OPTIONS_H_
