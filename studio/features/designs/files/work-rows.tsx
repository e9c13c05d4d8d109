import type { DesignWork } from '#contract/studio/files.ts';
import { Button } from '#ui/button.tsx';
import { request } from '../../../api/studio-client.ts';
import type { Act } from './act.ts';
import styles from './rows.module.css';

interface WorkRowsProps {
  readonly work: readonly DesignWork[];
  readonly act: Act;
}

/** The uploads that the server is processing, and those that failed. */
export function WorkRows({ work, act }: WorkRowsProps) {
  if (work.length === 0) return null;
  return (
    <ul className="stack-2" aria-label="Processing">
      {work.map((each) => (
        <WorkRow key={each._id} work={each} act={act} />
      ))}
    </ul>
  );
}

function WorkRow({ work, act }: { readonly work: DesignWork; readonly act: Act }) {
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
              void act(
                () => request('retryWork', { params }),
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
                void act(() => request('dropWork', { params }), 'It couldn’t be deleted.')
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
