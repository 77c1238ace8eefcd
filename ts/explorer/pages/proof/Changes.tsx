interface ChangesProps {
  readonly count: number;
  readonly undo: () => void;
  readonly restore: () => void;
}

/** Says that the proof differs from the received one, and offers to restore that one. */
export const Changes = ({ count, undo, restore }: ChangesProps) =>
  count === 0 ? null : (
    <section class="changes" aria-label="Your changes">
      <p role="status">
        You have changed this proof {count === 1 ? 'once' : `${count} times`}. It is no longer what the oracle
        published.
      </p>
      <p class="actions">
        <button type="button" onClick={undo}>
          Undo
        </button>
        <button type="button" class="plain" onClick={restore}>
          Restore the original
        </button>
      </p>
    </section>
  );
