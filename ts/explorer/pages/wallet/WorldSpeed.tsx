import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../../shared/Problem.js';
import { useTask } from '../../wallet/useTask.js';
import { changeSpeed, type Surroundings, worldTime } from '../../wallet/world.js';

const SPEEDS = [1, 10, 60, 300, 1_200] as const;

/** The time and the speed of the embedded world. */
export function WorldSpeed({ around }: { readonly around: Surroundings }) {
  const [machine, setMachine] = useState(Date.now);
  const task = useTask();
  useEffect(() => {
    const timer = setInterval(() => setMachine(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { world } = around;
  if (!world) return null;
  const { minimum, maximum } = world.speeds;
  return (
    <section class="card" aria-labelledby="world">
      <h2 id="world">The world</h2>
      <p>
        This service runs a simulation: a test chain with simulated matches. Its clock says{' '}
        <time>{new Date(worldTime(around, machine)).toISOString().slice(0, 19).replace('T', ' ')}</time> UTC.
      </p>
      <fieldset class="actions">
        <legend>Speed</legend>
        {SPEEDS.filter((speed) => speed >= minimum && speed <= maximum).map((speed) => (
          <button
            key={speed}
            type="button"
            class={speed === world.speed ? '' : 'plain'}
            aria-pressed={speed === world.speed}
            disabled={task.isRunning}
            onClick={() => task.run(() => changeSpeed(speed))}
          >
            × {speed}
          </button>
        ))}
      </fieldset>
      <p class="hint">The chain and everyone who uses this service share this clock. A match takes two hours.</p>
      {task.error !== null && <Problem error={task.error} />}
    </section>
  );
}
