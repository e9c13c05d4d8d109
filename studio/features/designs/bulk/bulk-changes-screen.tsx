import { Link, useSearchParams } from 'react-router';
import { bulkChangeCalls } from '#contract/studio/bulk-changes.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../../api/use-answer.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Page } from '../../../ui/page.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { Table } from '../../../ui/table.tsx';
import { BulkStateBadge } from './bulk-words.tsx';

/** All bulk changes that were started, to look at and to undo. */
export default function BulkChangesScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const changes = useAnswer(bulkChangeCalls.bulkChanges, { query: { page } });
  return (
    <Page
      title="Bulk changes"
      text="Changes can be undone for 90 days, except deletions. Anything edited again since then stays."
      back={{ to: '/designs', label: 'All designs' }}
    >
      <PagedList
        of={changes}
        empty={
          <EmptyScene
            scene="empty"
            title="No bulk changes yet"
            text="Select designs in their list to change them together."
          />
        }
      >
        {(items) => (
          <Table label="Bulk changes" columns={['Change', 'Status', 'Changed', 'When', 'Who']}>
            {items.map(({ _id, title, state, designs, createdAt, actor }) => (
              <tr key={_id}>
                <td data-label="Change" data-free>
                  <Link to={`/designs/changes/${_id}`}>{title}</Link>
                </td>
                <td data-label="Status">
                  <BulkStateBadge state={state} />
                </td>
                <td data-label="Changed">
                  {(designs.changed + designs.undone + designs.kept).toLocaleString('en-US')}
                </td>
                <td data-label="When">
                  <Instant at={createdAt} />
                </td>
                <td data-label="Who" data-free>
                  {actor}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}
