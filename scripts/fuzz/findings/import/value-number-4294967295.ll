define i32 @f(i32 %0) {
  %2 = add i32 %0, %4294967295
  ret i32 %2
}
