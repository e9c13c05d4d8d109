import { Link, useSearchParams } from 'react-router';
import { type Import, importCalls } from '#contract/studio/imports.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Table } from '../../ui/table.tsx';
import { ImportStateBadge, sourceNames } from './import-words.tsx';

/** Where a file is chosen, with the list of all imports. */
export default function ImportsScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const imports = useAnswer(importCalls.imports, { query: { page } });
  return (
    <Page
      title="Imports"
      text="Designs from another shop become drafts here."
      actions={
        <LinkButton variant="paper" to="/imports/files">
          Add files to drafts
        </LinkButton>
      }
    >
      <FileChoice
        title="Bring designs from another shop"
        text="A CSV with products from Shopify, Etsy or Gumroad. You’ll see what each row would do first; nothing changes until you confirm."
        label="File to import"
        onSend={sendImport}
      />
      <PagedList of={imports} empty={<EmptyScene scene="empty" title="No imports yet" />}>
        {(items) => (
          <Table label="Imports" columns={['File', 'From', 'Status', 'Designs', 'When', 'Who']}>
            {items.map((each) => (
              <Row key={each._id} of={each} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

async function sendImport(body: File, timeoutMs: number): Promise<string> {
  const query = { fileName: body.name.slice(-200) };
  const { _id } = await request(importCalls.uploadImport, { query, body, timeoutMs });
  return `/imports/${_id}`;
}

function Row({ of }: { readonly of: Import }) {
  return (
    <tr>
      <td data-label="File" data-free>
        <Link to={`/imports/${of._id}`}>{of.fileName}</Link>
      </td>
      <td data-label="From">{sourceNames[of.source]}</td>
      <td data-label="Status">
        <ImportStateBadge state={of.state} />
      </td>
      <td data-label="Designs">{of.designs.total.toLocaleString('en-US')}</td>
      <td data-label="When">
        <Instant at={of.createdAt} />
      </td>
      <td data-label="Who" data-free>
        <PersonName name={of.actor} />
      </td>
    </tr>
  );
}
