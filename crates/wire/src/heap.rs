//! A bump allocator for programs: it grows upwards and never frees.

use core::alloc::{GlobalAlloc, Layout};

use anchor_lang::solana_program::entrypoint::{HEAP_LENGTH, HEAP_START_ADDRESS};

/// An allocator for programs that decode many small buffers, as proofs do. It takes half the instructions of the
/// default one. Zeroed memory is free: the runtime zeroes the heap, and no byte is handed out twice.
///
/// To use it, enable Anchor's feature `custom-heap` and declare `#[global_allocator] static HEAP: linesman_wire::Heap =
/// linesman_wire::Heap;` for the chain.
pub struct Heap;

const START: usize = HEAP_START_ADDRESS as usize;
const END: usize = START + HEAP_LENGTH;
/// The first word of the heap holds the address of the first free byte, or zero before the first allocation.
const FIRST: usize = START + size_of::<usize>();

// SAFETY: every block lies inside the heap, is aligned and overlaps no other, because the free pointer only grows.
// Programs are single-threaded.
unsafe impl GlobalAlloc for Heap {
    #[inline(always)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let free = START as *mut usize;
        // SAFETY: the first word of the heap is mapped, aligned, and used for nothing else.
        let first = unsafe { *free }.max(FIRST);
        let mask = layout.align().wrapping_sub(1);
        let block = first.wrapping_add(mask) & !mask;
        // Cannot wrap: a layout's size is below 2^63, and heap addresses are far below that.
        let end = block.wrapping_add(layout.size());
        if end > END {
            return core::ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { *free = end };
        block as *mut u8
    }

    #[inline(always)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the same contract.
        unsafe { self.alloc(layout) }
    }

    #[inline(always)]
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
