import { useSearchParams } from 'react-router';
import {
  type Import,
  type ImportRow,
  importCalls,
  importOutcomes,
} from '#contract/studio/imports.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Select } from '#ui/select.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Badge } from '../../ui/badge.tsx';
import formStyles from '../../ui/form.module.css';
import { PagedList } from '../../ui/paged-list.tsx';
import parts from '../../ui/parts.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { keywordText, outcomeTones, outcomeWords, outcomeWordsIn } from './import-words.tsx';

const options = importOutcomes.map((value) => ({ value, label: outcomeWords[value] }));

/** All rows of the file, filtered by outcome or searched. */
export function ImportRows({ of }: { readonly of: Import }) {
  const [address, setAddress] = useSearchParams();
  const page = address.get('page') ?? '1';
  const outcome = importOutcomes.find((each) => each === address.get('outcome')) ?? '';
  const search = address.get('search') ?? '';
  const params = { importId: of._id };
  const rows = useAnswer(importCalls.importRows, { params, query: { page, outcome, search } });

  function show(chosen: string): void {
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        if (chosen === '') after.delete('outcome');
        else after.set('outcome', chosen);
        return after;
      },
      { replace: true },
    );
  }

  return (
    <section className={parts.parts} aria-label="Rows">
      <h2>Row by row</h2>
      <div className={formStyles.pair}>
        <Select
          label="Show"
          placeholder="All rows"
          options={options}
          value={outcome}
          onChange={show}
        />
        <SearchField label="Find a title or a reason" />
      </div>
      <PagedList
        of={rows}
        empty={
          <EmptyScene scene="search" level={3} title="No matching rows">
            <LinkButton variant="paper" to={`/imports/${of._id}`}>
              Show all rows
            </LinkButton>
          </EmptyScene>
        }
      >
        {(items) => (
          <Table
            label="Rows of the file"
            columns={['Row', 'Title', 'What', 'Keywords', 'Outcome', 'Why']}
          >
            {items.map((row) => (
              <Row key={row.row} of={row} words={outcomeWordsIn(of.state)} />
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

interface RowProps {
  readonly of: ImportRow;
  readonly words: typeof outcomeWords;
}

function Row({ of, words }: RowProps) {
  return (
    <tr>
      <td data-label="Row">{of.row.toLocaleString('en-US')}</td>
      <td data-label="Title" data-free>
        {of.title || '—'}
      </td>
      <td data-label="What" data-free>
        {of.what}
      </td>
      <td data-label="Keywords" data-free>
        {of.keywords ? keywordText(of.keywords) : '—'}
      </td>
      <td data-label="Outcome">
        {of.isDesign || of.outcome === 'skipped' ? (
          <Badge tone={outcomeTones[of.outcome]}>{words[of.outcome]}</Badge>
        ) : (
          'Part of its design'
        )}
      </td>
      <td data-label="Why" data-free>
        {of.reason || '—'}
      </td>
    </tr>
  );
}
