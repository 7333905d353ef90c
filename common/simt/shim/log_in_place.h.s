# Macros for log_in_place.h.

# Logs an access to rdi. `place`: puts the address behind the access into esi; else it is there. A
# signal may end the thread between any two instructions: the log's length comes last.
.macro simt_log kind, place
  movq _ZN4simt3hotE@gottpoff(%rip), %rax
  movl %fs:8(%rax), %ecx
  movq %fs:(%rax), %rdx
  \place
  shll $4, %esi
  orl $\kind, %esi
  movq %rdi, (%rdx,%rcx,8)
  movl %esi, 2112(%rdx,%rcx,4)
.if \kind >= 8
  movq %fs:32(%rax), %rdx
  movl %fs:24(%rax), %esi
  movw %cx, (%rdx,%rsi,2)
  incl %fs:24(%rax)
.endif
  incl %ecx
  movl %ecx, %fs:8(%rax)
  cmpl %fs:12(%rax), %ecx
  jae 772f
771:
.subsection 1  # behind the function
772:
  callq *simt_log_is_full@GOTPCREL(%rip)
  jmp 771b
.previous
.endm

.macro simt_hook target, name, kind
.ifc "\target","\name"
  simt_log \kind, "leaq 771f(%rip), %rsi"
.set simt_is_logged, 1
.endif
.endm

# What g++ writes for each call.
.macro call target:vararg
.set simt_is_logged, 0
  simt_hooks "\target"
.if simt_is_logged == 0
  callq \target
.endif
.endm
