import { Link, useSearchParams } from 'react-router';
import type { Import } from '#contract/studio/imports.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Pager } from '#ui/pager.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { pagePath } from '../../ui/page-path.ts';
import { Table } from '../../ui/table.tsx';
import { FileChoice } from './file-choice.tsx';
import { ImportStateBadge, sourceNames } from './import-words.tsx';

/** Where a file is chosen, with the list of all imports. */
export default function ImportsScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const imports = useAnswer('imports', { query: { page } });
  return (
    <Page title="Imports" text="Designs from another shop become drafts here.">
      <FileChoice />
      <Answered of={imports} isList>
        {({ items, totalPages }) =>
          items.length === 0 ? (
            <EmptyScene scene="empty" title="No imports yet" />
          ) : (
            <>
              <Table label="Imports" columns={['File', 'From', 'State', 'Designs', 'When', 'Who']}>
                {items.map((each) => (
                  <Row key={each._id} of={each} />
                ))}
              </Table>
              <Pager
                page={Number(page)}
                totalPages={totalPages}
                pathOf={(to) => pagePath('/imports', address, to)}
              />
            </>
          )
        }
      </Answered>
    </Page>
  );
}

function Row({ of }: { readonly of: Import }) {
  return (
    <tr>
      <td data-label="File" data-free>
        <Link to={`/imports/${of._id}`}>{of.fileName}</Link>
      </td>
      <td data-label="From">{sourceNames[of.source]}</td>
      <td data-label="State">
        <ImportStateBadge state={of.state} />
      </td>
      <td data-label="Designs">{of.designs.total.toLocaleString('en-US')}</td>
      <td data-label="When">
        <Instant at={of.createdAt} />
      </td>
      <td data-label="Who" data-free>
        {of.actor}
      </td>
    </tr>
  );
}
