// Rows of four numbers, for vectors whose fourth is zero: a Row is kRowParts registers. This text
// is included after the lanes of two.inl or avx2.inl (core/math/lanes/lanes.inl), which define
//
//   Row
//   Transpose(rows, columns)   from kWidth rows their four columns
//   Transpose(columns, rows)   and back

inline Row LoadRow(const double* row) {
  Row loaded;
  for (int i = 0; i < kRowParts; ++i) loaded.part[i] = Load(row + i * kWidth);
  return loaded;
}
inline void StoreRow(double* row, const Row& value) {
  for (int i = 0; i < kRowParts; ++i) Store(row + i * kWidth, value.part[i]);
}
inline Row operator+(const Row& a, const Row& b) {
  Row sum;
  for (int i = 0; i < kRowParts; ++i) sum.part[i] = a.part[i] + b.part[i];
  return sum;
}
inline Row operator-(const Row& a, const Row& b) {
  Row difference;
  for (int i = 0; i < kRowParts; ++i) difference.part[i] = a.part[i] - b.part[i];
  return difference;
}
inline Row operator*(double factor, const Row& a) {
  Row scaled;
  for (int i = 0; i < kRowParts; ++i) scaled.part[i] = Splat(factor) * a.part[i];
  return scaled;
}
