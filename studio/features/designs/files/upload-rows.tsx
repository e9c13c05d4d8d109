import { type DesignUpload, fileCalls } from '#contract/studio/files.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { request } from '../../../api/studio-client.ts';
import { FilePick } from './file-pick.tsx';
import { PartLimitNote } from './part-limit-note.tsx';
import styles from './rows.module.css';
import { sentText } from './sent-text.ts';
import { isUnderWay, type Sending, type UploadPlace, uploadQueue } from './upload-queue.ts';

interface UploadRowsProps {
  readonly place: Omit<UploadPlace, 'replaces'>;
  /** The unfinished uploads that the server has. */
  readonly uploads: readonly DesignUpload[];
  readonly reload: () => Promise<void>;
}

/** The files being uploaded, and those interrupted in an earlier visit. */
export function UploadRows({ place, uploads, reload }: UploadRowsProps) {
  const { sendings, settled } = uploadQueue();
  const own = sendings.filter(
    ({ designId, kind }) => designId === place.designId && kind === place.kind,
  );
  const left = uploads.filter(
    ({ _id, kind, name, bytes }) =>
      kind === place.kind &&
      !settled.includes(_id) &&
      !own.some(({ file }) => file.name === name && file.size === bytes),
  );
  if (own.length + left.length === 0) return null;
  return (
    <>
      <ul className="stack-2" aria-label="Uploading">
        {own.map((sending) => (
          <SendingRow key={sending.key} sending={sending} />
        ))}
        {left.map((upload) => (
          <LeftRow key={upload._id} upload={upload} place={place} reload={reload} />
        ))}
      </ul>
      {own.length > 0 && <PartLimitNote />}
    </>
  );
}

function SendingRow({ sending }: { readonly sending: Sending }) {
  const { key, file, state, received, problem } = sending;
  const { pause, resume, remove } = uploadQueue.getState();
  const isGoing = isUnderWay(sending) || state === 'queued';
  return (
    <li className={styles.row} data-bad={state === 'failed' || undefined}>
      <div className={styles.words}>
        <span className={styles.name}>{file.name}</span>
        <progress
          className={styles.bar}
          aria-label={`${file.name}: sent`}
          max={file.size}
          value={received}
        />
        <span className={styles.note} role={state === 'failed' ? 'alert' : undefined}>
          {problem ?? `${sentText(received, file.size)}${said[state]}`}
        </span>
      </div>
      <div className={styles.buttons}>
        {state !== 'finishing' && (
          <Button
            variant="icon"
            aria-label={`${isGoing ? 'Pause' : state === 'failed' ? 'Try again:' : 'Resume'} ${file.name}`}
            onClick={() => (isGoing ? pause(key) : resume(key))}
          >
            <Icon name={isGoing ? 'pause' : 'play'} size={20} />
          </Button>
        )}
        <Button variant="icon" aria-label={`Cancel ${file.name}`} onClick={() => remove(key)}>
          <Icon name="close" size={20} />
        </Button>
      </div>
    </li>
  );
}

const said: Readonly<Record<Sending['state'], string>> = {
  queued: ' · queued',
  sending: '',
  waiting: ' · offline, will resume automatically',
  finishing: ' · finishing',
  paused: ' · paused',
  failed: '',
};

interface LeftRowProps extends Pick<UploadRowsProps, 'place' | 'reload'> {
  readonly upload: DesignUpload;
}

function LeftRow({ upload, place, reload }: LeftRowProps) {
  const { _id: uploadId, name, bytes, received, replaces } = upload;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <progress
          className={styles.bar}
          aria-label={`${name}: sent`}
          max={bytes}
          value={received}
        />
        <span className={styles.note}>
          {`${sentText(received, bytes)} uploaded. Choose the same file to continue.`}
        </span>
      </div>
      <div className={styles.buttons}>
        <FilePick
          kind={place.kind}
          variant="quiet"
          aria-label={`Choose ${name} again`}
          onPick={(files) => uploadQueue.getState().add(files, { ...place, replaces })}
        >
          Choose
        </FilePick>
        <Button
          variant="icon"
          aria-label={`Remove ${name}`}
          onClick={() =>
            // It doesn't matter if it is gone already.
            void request(fileCalls.cancelUpload, { params: { uploadId } })
              .catch(() => {})
              .then(reload)
          }
        >
          <Icon name="close" size={20} />
        </Button>
      </div>
    </li>
  );
}
