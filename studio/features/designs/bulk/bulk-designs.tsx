import { Link, useSearchParams } from 'react-router';
import { type BulkChange, bulkChangeCalls, bulkOutcomes } from '#contract/studio/bulk-changes.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Select } from '#ui/select.tsx';
import { useAnswer } from '../../../api/use-answer.ts';
import { withLocalMoments } from '../../../ui/local-moment.ts';
import { PagedList } from '../../../ui/paged-list.tsx';
import parts from '../../../ui/parts.module.css';
import { Table } from '../../../ui/table.tsx';
import styles from './bulk-change.module.css';
import { OutcomeBadge, outcomeWords } from './bulk-words.tsx';

/** The designs of a change, each before and after, filtered by what happens to them. */
export function BulkDesigns({ change }: { readonly change: BulkChange }) {
  const { _id: changeId, isDeletion, designs: counts } = change;
  const [address, setAddress] = useSearchParams();
  const page = address.get('page') ?? '1';
  const outcome = bulkOutcomes.find((each) => each === address.get('outcome')) ?? '';
  const rows = useAnswer(bulkChangeCalls.bulkChangeDesigns, {
    params: { changeId },
    query: { page, outcome },
  });
  const present = bulkOutcomes.filter((each) => counts[each] > 0 || each === outcome);

  return (
    <section className={parts.parts} aria-label="Design by design">
      <h2>Design by design</h2>
      {present.length > 1 && (
        <Select
          label="Show"
          placeholder="All"
          options={present.map((value) => ({
            value,
            label: `${outcomeWords(value, change)} (${counts[value].toLocaleString('en-US')})`,
          }))}
          value={outcome}
          onChange={(chosen) =>
            setAddress(chosen === '' ? {} : { outcome: chosen }, { replace: true })
          }
        />
      )}
      <PagedList of={rows} empty={<NoDesigns isFiltered={outcome !== ''} changeId={changeId} />}>
        {(items) => (
          <Table label="Designs" columns={['Design', 'Before', 'After', 'Outcome', 'Why']}>
            {items.map((design) => (
              <tr key={design.id}>
                <td data-label="Design" data-free>
                  {isDeletion && design.outcome === 'changed' ? (
                    design.title
                  ) : (
                    <Link to={`/designs/${design.id}`}>{design.title}</Link>
                  )}
                </td>
                <td data-label="Before" className={styles.lines} data-free>
                  {withLocalMoments(design.before) || '—'}
                </td>
                <td data-label="After" className={styles.lines} data-free>
                  {withLocalMoments(design.after) || '—'}
                </td>
                <td data-label="Outcome">
                  <OutcomeBadge outcome={design.outcome} of={change} />
                </td>
                <td data-label="Why" data-free>
                  {withLocalMoments(design.reason) || '—'}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

interface NoDesignsProps {
  readonly isFiltered: boolean;
  readonly changeId: string;
}

function NoDesigns({ isFiltered, changeId }: NoDesignsProps) {
  if (!isFiltered) return <EmptyScene scene="empty" level={3} title="No design is changed" />;
  return (
    <EmptyScene scene="search" level={3} title="No designs with this outcome">
      <LinkButton variant="paper" to={`/designs/changes/${changeId}`}>
        Show all designs
      </LinkButton>
    </EmptyScene>
  );
}
