import { type DesignWork, fileCalls } from '#contract/studio/files.ts';
import { Button } from '#ui/button.tsx';
import { request } from '../../../api/studio-client.ts';
import styles from './rows.module.css';
import type { RunChange } from './run-change.ts';

interface WorkRowsProps {
  readonly work: readonly DesignWork[];
  readonly runChange: RunChange;
}

/** The uploads that the server is processing, and those that failed. */
export function WorkRows({ work, runChange }: WorkRowsProps) {
  if (work.length === 0) return null;
  return (
    <ul className="stack-2" aria-label="Processing">
      {work.map((each) => (
        <WorkRow key={each._id} work={each} runChange={runChange} />
      ))}
    </ul>
  );
}

function WorkRow({
  work,
  runChange,
}: {
  readonly work: DesignWork;
  readonly runChange: RunChange;
}) {
  const { _id: workId, kind, name, state, done, steps, problem } = work;
  const params = { workId };
  const title = kind === 'previews' ? name : 'Creating the ZIP';
  return (
    <li className={styles.row} data-bad={state === 'failed' || undefined}>
      <div className={styles.words}>
        <span className={styles.name}>{title}</span>
        {state === 'failed' ? (
          <span className={styles.note} role="alert">
            {problem}
          </span>
        ) : (
          <>
            <progress
              className={styles.bar}
              aria-label={kind === 'previews' ? `${name}: previews` : title}
              max={steps}
              {...(kind === 'previews' && { value: done })}
            />
            <span className={styles.note}>
              {kind === 'previews'
                ? `Creating previews: ${done} of ${steps}`
                : 'Buyers get the earlier files until this is done.'}
            </span>
          </>
        )}
      </div>
      {state === 'failed' && (
        <div className={styles.buttons}>
          <Button
            variant="quiet"
            aria-label={`Try again: ${title}`}
            onClick={() =>
              void runChange(
                () => request(fileCalls.retryWork, { params }),
                'The retry failed. Please try again.',
              )
            }
          >
            Try again
          </Button>
          {kind === 'previews' && (
            <Button
              variant="quiet"
              aria-label={`Delete ${name}`}
              onClick={() =>
                void runChange(
                  () => request(fileCalls.dropWork, { params }),
                  'It couldn’t be deleted.',
                )
              }
            >
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
