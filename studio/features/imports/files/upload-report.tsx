import { useEffect, useId } from 'react';
import { counted } from '#contract/wire/counted.ts';
import { announce } from '#ui/announcer.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';
import { PartLimitNote } from '../../designs/files/part-limit-note.tsx';
import { sentText } from '../../designs/files/sent-text.ts';
import { uploadQueue } from '../../designs/files/upload-queue.ts';
import styles from '../imports.module.css';
import type { Match } from './match-files.ts';
import { type QueuedFile, uploadProgress } from './upload-progress.ts';

/** How many failed uploads are shown at once. */
const failuresShown = 50;

/** Queues the uploads of matched files, draft by draft. */
export function startUploads(matches: readonly Match[]): QueuedFile[] {
  const { add } = uploadQueue.getState();
  return matches.toSorted(byDraft).flatMap(({ file, kind, candidates: [target] }) => {
    if (!target) return [];
    const keys = add([file], { designId: target.id, kind, replaces: null });
    return keys.map((key) => ({ key, bytes: file.size }));
  });
}

/** Pictures in the order of their names, because the first one is on the card. */
function byDraft(one: Match, other: Match): number {
  const idOf = ({ candidates: [target] }: Match) => target?.id ?? '';
  if (idOf(one) !== idOf(other)) return idOf(one) < idOf(other) ? -1 : 1;
  return one.path.localeCompare(other.path, 'en', { numeric: true });
}

/** The progress of the uploads of matched files, and afterwards their report. */
export function UploadReport({ uploads }: { readonly uploads: readonly QueuedFile[] }) {
  const id = useId();
  const { current, failed, done, removed, sentBytes, bytes, isOver } = uploadProgress(
    uploads,
    uploadQueue(),
  );
  useEffect(() => {
    if (isOver) announce('Uploads finished.');
  }, [isOver]);
  const { resume, remove } = uploadQueue.getState();

  return (
    <Card
      title={isOver ? 'Uploads finished' : 'Uploading…'}
      text={
        isOver
          ? `${counted(done, 'file')} uploaded${failed.length > 0 ? `, ${failed.length.toLocaleString('en-US')} not; see why below` : ''}.`
          : 'You can keep using the studio. If you close it, choose the same folder again: finished files are skipped and interrupted ones resume.'
      }
    >
      <div className={styles.progress}>
        <label htmlFor={id}>{current ? current.file.name : 'Files'}</label>
        <progress id={id} value={sentBytes} max={bytes} />
        <span>
          {done.toLocaleString('en-US')} of {counted(uploads.length - removed, 'file')},{' '}
          {sentText(sentBytes, bytes)}
        </span>
      </div>
      {!isOver && <PartLimitNote />}
      {failed.length > 0 && (
        <>
          <div className="line-3">
            <Button
              variant="paper"
              onClick={() => {
                for (const { key } of failed) resume(key);
              }}
            >
              Try {counted(failed.length, 'file')} again
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                for (const { key } of failed) remove(key);
              }}
            >
              Leave them out
            </Button>
          </div>
          <Table label="Files that weren’t uploaded" columns={['File', 'Why']}>
            {failed.slice(0, failuresShown).map(({ key, file, problem }) => (
              <tr key={key}>
                <td data-label="File" data-free>
                  {file.name}
                </td>
                <td data-label="Why">{problem}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
      {isOver && (
        <div className="line-3">
          <LinkButton to="/designs?status=draft">Show drafts</LinkButton>
        </div>
      )}
    </Card>
  );
}
