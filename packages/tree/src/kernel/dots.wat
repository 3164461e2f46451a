;; Dot products of consecutive rows with one vector.
;;
;; The sum over one row is taken in an order that plain-dots.ts repeats to the bit:
;;
;;   16 numbers a turn     a0 += [0..3]  a1 += [4..7]  a2 += [8..11]  a3 += [12..15]
;;   then 4 a turn         a0 += [0..3]
;;   then 1 a turn         rest += [0]
;;   sum                   s = (a0 + a1) + (a2 + a3),  ((s0 + s1) + (s2 + s3)) + rest
;;
;; Four accumulators, since an addition takes about four cycles and two can start in each.
(module
  (import "kernel" "memory" (memory 1))
  (func (export "dots")
    (param $row i32)        ;; byte address of the first row; moves on
    (param $count i32)      ;; rows
    (param $dimensions i32) ;; numbers in a row
    (param $vector i32)     ;; byte address of the vector
    (param $out i32)        ;; byte address of the first result; moves on
    (local $number i32)     ;; byte address in the vector
    (local $sixteens i32)   ;; where whole sixteens end in the vector
    (local $fours i32)      ;; where whole fours end
    (local $end i32)        ;; where the vector ends
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $rest f32)

    (local.set $sixteens
      (i32.add (local.get $vector)
        (i32.shl (i32.and (local.get $dimensions) (i32.const -16)) (i32.const 2))))
    (local.set $fours
      (i32.add (local.get $vector)
        (i32.shl (i32.and (local.get $dimensions) (i32.const -4)) (i32.const 2))))
    (local.set $end
      (i32.add (local.get $vector) (i32.shl (local.get $dimensions) (i32.const 2))))

    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $a0 (v128.const f32x4 0 0 0 0))
        (local.set $a1 (v128.const f32x4 0 0 0 0))
        (local.set $a2 (v128.const f32x4 0 0 0 0))
        (local.set $a3 (v128.const f32x4 0 0 0 0))
        (local.set $rest (f32.const 0))
        (local.set $number (local.get $vector))

        (block $sixteens_done
          (loop $next_sixteen
            (br_if $sixteens_done (i32.eq (local.get $number) (local.get $sixteens)))
            (local.set $a0 (f32x4.add (local.get $a0)
              (f32x4.mul (v128.load align=4 (local.get $row))
                         (v128.load align=4 (local.get $number)))))
            (local.set $a1 (f32x4.add (local.get $a1)
              (f32x4.mul (v128.load offset=16 align=4 (local.get $row))
                         (v128.load offset=16 align=4 (local.get $number)))))
            (local.set $a2 (f32x4.add (local.get $a2)
              (f32x4.mul (v128.load offset=32 align=4 (local.get $row))
                         (v128.load offset=32 align=4 (local.get $number)))))
            (local.set $a3 (f32x4.add (local.get $a3)
              (f32x4.mul (v128.load offset=48 align=4 (local.get $row))
                         (v128.load offset=48 align=4 (local.get $number)))))
            (local.set $row (i32.add (local.get $row) (i32.const 64)))
            (local.set $number (i32.add (local.get $number) (i32.const 64)))
            (br $next_sixteen)))

        (block $fours_done
          (loop $next_four
            (br_if $fours_done (i32.eq (local.get $number) (local.get $fours)))
            (local.set $a0 (f32x4.add (local.get $a0)
              (f32x4.mul (v128.load align=4 (local.get $row))
                         (v128.load align=4 (local.get $number)))))
            (local.set $row (i32.add (local.get $row) (i32.const 16)))
            (local.set $number (i32.add (local.get $number) (i32.const 16)))
            (br $next_four)))

        (block $ones_done
          (loop $next_one
            (br_if $ones_done (i32.eq (local.get $number) (local.get $end)))
            (local.set $rest (f32.add (local.get $rest)
              (f32.mul (f32.load (local.get $row)) (f32.load (local.get $number)))))
            (local.set $row (i32.add (local.get $row) (i32.const 4)))
            (local.set $number (i32.add (local.get $number) (i32.const 4)))
            (br $next_one)))

        (local.set $a0
          (f32x4.add (f32x4.add (local.get $a0) (local.get $a1))
                     (f32x4.add (local.get $a2) (local.get $a3))))
        (f32.store (local.get $out)
          (f32.add
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $a0)) (f32x4.extract_lane 1 (local.get $a0)))
              (f32.add (f32x4.extract_lane 2 (local.get $a0)) (f32x4.extract_lane 3 (local.get $a0))))
            (local.get $rest)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows)))))
