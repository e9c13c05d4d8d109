import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Import, importCalls } from '#contract/studio/imports.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { Pager } from '#ui/pager.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import parts from '../../ui/parts.module.css';
import { Table } from '../../ui/table.tsx';
import styles from './imports.module.css';

interface PicturesProps {
  readonly of: Import;
  readonly onRetry: () => void;
}

/** The pictures that could not be downloaded, with their URLs; they can be retried. */
export function ImportPictures({ of, onRetry }: PicturesProps) {
  const [address] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  const page = address.get('pictures') ?? '1';
  const params = { importId: of._id };
  const pictures = useAnswer(importCalls.importPictures, { params, query: { page } });

  async function retry(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await request(importCalls.retryImportPictures, { params });
      onRetry();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.message || 'The shop can’t be reached right now.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <details className={styles.pictures}>
      <summary>{counted(of.pictures.failed, 'picture')} couldn’t be downloaded</summary>
      <div className={parts.parts}>
        <div className="line-3">
          <p>Add them to their designs by hand, or try again later.</p>
          {of.state !== 'importing' && (
            <Button
              variant="paper"
              aria-disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void retry()}
            >
              Try again
            </Button>
          )}
        </div>
        <Answered of={pictures} isList>
          {({ items, totalPages }) => (
            <>
              <Table label="Pictures" columns={['Row', 'Design', 'Address', 'Why']}>
                {items.map((picture) => (
                  <tr key={`${picture.row} ${picture.address}`}>
                    <td data-label="Row">{picture.row.toLocaleString('en-US')}</td>
                    <td data-label="Design" data-free>
                      {picture.title}
                    </td>
                    <td data-label="Address" className={styles.address}>
                      {picture.address}
                    </td>
                    <td data-label="Why">{picture.problem}</td>
                  </tr>
                ))}
              </Table>
              <Pager
                page={Number(page)}
                totalPages={totalPages}
                pathOf={(to) => {
                  const there = new URLSearchParams(address);
                  there.set('pictures', String(to));
                  return `/imports/${of._id}?${there}`;
                }}
              />
            </>
          )}
        </Answered>
      </div>
    </details>
  );
}
