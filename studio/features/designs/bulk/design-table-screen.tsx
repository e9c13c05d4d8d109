import { useSearchParams } from 'react-router';
import { bulkChangeCalls } from '#contract/studio/bulk-changes.ts';
import { pathOf } from '#contract/wire/call.ts';
import { buttonClass } from '#ui/button.tsx';
import { request } from '../../../api/studio-client.ts';
import { Card } from '../../../ui/card.tsx';
import { FileChoice } from '../../../ui/file-choice.tsx';
import { Page } from '../../../ui/page.tsx';
import parts from '../../../ui/parts.module.css';

/** The filters of the list that the table has too. */
const filters = ['search', 'status', 'missing'] as const;

/** Designs as a CSV, and an edited CSV as a bulk change. */
export default function DesignTableScreen() {
  const [params] = useSearchParams();
  const query = new URLSearchParams(
    filters.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const isFiltered = query.size > 0;
  return (
    <Page
      title="Edit in a spreadsheet"
      text="Download designs, change them in Excel, Numbers or Google Sheets, and upload the file again."
      back={{ to: `/designs${isFiltered ? `?${query}` : ''}`, label: 'Designs' }}
    >
      <div className={parts.parts}>
        <Card
          title="1. Download"
          text="Titles, SKUs, prices, discounts, categories, designers, keywords and descriptions can be edited. Separate several words with semicolons. Leave the columns ID and Version as they are; you can remove rows and other columns."
        >
          <div className="line-3">
            <a
              className={buttonClass({ variant: 'paper' })}
              href={`${pathOf(bulkChangeCalls.designTable)}?${query}`}
              download
            >
              {isFiltered ? 'Download the filtered designs' : 'Download all designs'}
            </a>
          </div>
        </Card>
        <FileChoice
          title="2. Upload the edited file"
          text="You’ll see every change before anything is saved. Only fields that you changed are saved, designs that someone changed after the download are left out, and you can undo it all."
          label="Edited file"
          onSend={sendTable}
        />
      </div>
    </Page>
  );
}

async function sendTable(body: File, timeoutMs: number): Promise<string> {
  const query = { fileName: body.name.slice(-200) };
  const { _id } = await request(bulkChangeCalls.uploadDesignTable, { query, body, timeoutMs });
  return `/designs/changes/${_id}`;
}
