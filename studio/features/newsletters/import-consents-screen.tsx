import { useState } from 'react';
import { consentCalls, listedRows, type PlannedConsents } from '#contract/studio/consents.ts';
import { counted, grouped } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { Table } from '../../ui/table.tsx';

interface Preview {
  readonly file: File;
  readonly planned: PlannedConsents;
}

/** Imports who agreed to get news elsewhere, after showing what becomes of each row. */
export default function ImportConsentsScreen() {
  const [preview, setPreview] = useState<Preview | null>(null);
  return (
    <Page
      title="Import consents"
      text="Buyers who agreed elsewhere to get news, such as on a list at your stall."
      back={{ to: '/news', label: 'All newsletters' }}
    >
      <div className={parts.parts}>
        <FileChoice
          title="Choose a CSV"
          text="With the columns E-mail, When, Where and Words: the day as 2026-03-01, where they agreed, and the words that they agreed to. A row without all of them isn’t imported. Only buyers with an account get news."
          label="File of consents"
          onSend={async (file, timeoutMs) => {
            setPreview(null);
            const body = file;
            const planned = await request(consentCalls.previewConsents, { body, timeoutMs });
            setPreview({ file, planned });
            return null;
          }}
        />
        {preview && (
          <Planned key={preview.file.name} {...preview} onDone={() => setPreview(null)} />
        )}
      </div>
    </Page>
  );
}

function Planned({ file, planned, onDone }: Preview & { readonly onDone: () => void }) {
  const [isSending, send] = useBusy('No response. Choose the file again to see what was imported.');
  const { added, unchanged, refused, rows } = planned;
  const importThem = () =>
    send(async () => {
      const done = await request(consentCalls.importConsents, { body: file, timeoutMs: 600_000 });
      toast.success(`${counted(done.added, 'reader')} imported.`);
      onDone();
    });
  return (
    <Card title={file.name} text="Nothing is imported yet.">
      <dl className={parts.facts}>
        <dt>New readers</dt>
        <dd>{grouped(added)}</dd>
        <dt>Get news already, or were asked to confirm it</dt>
        <dd>{grouped(unchanged)}</dd>
        <dt>Not imported</dt>
        <dd>{grouped(refused)}</dd>
      </dl>
      {rows.length > 0 && (
        <Table label="Rows that aren’t imported" columns={['Row', 'E-mail', 'Why']}>
          {rows.map(({ row, email, why }) => (
            <tr key={row}>
              <td data-label="Row">{row}</td>
              <td data-label="E-mail" data-free>
                {email || '—'}
              </td>
              <td data-label="Why" data-free>
                {why}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {refused > rows.length && <p>Only the first {listedRows} are listed.</p>}
      {added > 0 && (
        <div>
          <Button aria-busy={isSending} onClick={() => void importThem()}>
            Import {counted(added, 'reader')}
          </Button>
        </div>
      )}
    </Card>
  );
}
