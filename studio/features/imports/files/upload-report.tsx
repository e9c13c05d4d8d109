import { useEffect, useId, useMemo } from 'react';
import { announce } from '#ui/announcer.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { formatBytes } from '#ui/format-bytes.ts';
import { Card } from '../../../ui/card.tsx';
import formStyles from '../../../ui/form.module.css';
import { Table } from '../../../ui/table.tsx';
import { isUnderWay, uploadQueue } from '../../designs/files/upload-queue.ts';
import { counted } from '../import-words.tsx';
import styles from '../imports.module.css';
import type { Match } from './match-files.ts';

/** How many failed uploads are shown at once. */
const failuresShown = 50;

/** Queues the uploads of matched files, draft by draft. */
export function startUploads(matches: readonly Match[]): void {
  const { add } = uploadQueue.getState();
  for (const { file, kind, candidates } of matches.toSorted(byDraft)) {
    const [target] = candidates;
    if (target) add([file], { designId: target.id, kind, replaces: null });
  }
}

/** Pictures in the order of their names, because the first one is on the card. */
function byDraft(one: Match, other: Match): number {
  const idOf = ({ candidates: [target] }: Match) => target?.id ?? '';
  if (idOf(one) !== idOf(other)) return idOf(one) < idOf(other) ? -1 : 1;
  return one.path.localeCompare(other.path, 'en', { numeric: true });
}

/** The progress of the uploads of matched files, and afterwards their report. */
export function UploadReport({ uploads }: { readonly uploads: readonly Match[] }) {
  const id = useId();
  const files = useMemo(() => new Set(uploads.map(({ file }) => file)), [uploads]);
  const own = uploadQueue(({ sendings }) => sendings).filter(({ file }) => files.has(file));
  const failed = own.filter(({ state }) => state === 'failed');
  const waiting = own.filter((each) => isUnderWay(each) || each.state === 'queued');
  const current = own.find(isUnderWay);
  const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const left = own.reduce((sum, { file, received }) => sum + file.size - received, 0);
  const done = uploads.length - own.length;
  const isOver = waiting.length === 0;
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
          : 'You can use other screens of the studio meanwhile. If you close it, choose the same folder again: what is there is left out, and what was cut short continues.'
      }
    >
      <div className={styles.progress}>
        <label htmlFor={id}>{current ? current.file.name : 'Files'}</label>
        <progress id={id} value={bytes - left} max={bytes} />
        <span>
          {done.toLocaleString('en-US')} of {counted(uploads.length, 'file')},{' '}
          {formatBytes(bytes - left)} of {formatBytes(bytes)}
        </span>
      </div>
      {failed.length > 0 && (
        <>
          <div className={formStyles.actions}>
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
        <div className={formStyles.actions}>
          <LinkButton to="/designs?status=draft">Show drafts</LinkButton>
        </div>
      )}
    </Card>
  );
}
