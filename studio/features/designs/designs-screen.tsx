import { useSearchParams } from 'react-router';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { designCalls } from '#contract/studio/design-calls.ts';
import { designSorts, designStatuses, type ListedDesign } from '#contract/studio/designs.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Pager } from '#ui/pager.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Page } from '../../ui/page.tsx';
import { pagePath } from '../../ui/page-path.ts';
import { PublishComplete } from './bulk/publish-complete.tsx';
import { DesignFilters, type DesignView, missingChoices } from './design-filters.tsx';
import { DesignTable } from './design-table.tsx';
import { type ChangedRow, newerOf } from './open-rows.ts';

/** All designs, to find, price and move them. Search and filters are in the URL. */
export default function DesignsScreen() {
  const [params, setParams] = useSearchParams();
  const status = designStatuses.find((known) => known === params.get('status'));
  const sort = designSorts.find((known) => known === params.get('sort')) ?? 'updated';
  const search = params.get('search') ?? '';
  const page = /^[1-9]\d{0,5}$/.exec(params.get('page') ?? '')?.[0] ?? '1';
  const missing = missingChoices.find((known) => known === params.get('missing'));
  const designs = useAnswer(designCalls.designs, {
    query: {
      page,
      sort,
      ...(search && { search }),
      ...(status && { status }),
      ...(missing && { missing }),
    },
  });

  /** A different view starts on its first page. */
  function look(at: DesignView): void {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(at)) {
          if (value) next.set(key, value);
          else next.delete(key);
        }
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  }

  return (
    <Page
      title="Designs"
      actions={
        <>
          {status === 'draft' && <PublishComplete />}
          <LinkButton variant="quiet" to={`/designs/table?${params}`}>
            Spreadsheet
          </LinkButton>
          <LinkButton variant="quiet" to="/designs/changes">
            Bulk changes
          </LinkButton>
          <LinkButton to="/designs/new">New design</LinkButton>
        </>
      }
    >
      <DesignFilters status={status ?? ''} missing={missing ?? ''} sort={sort} onLook={look} />
      <Answered of={designs} isList>
        {(answer) => (
          <>
            <DesignTable
              // A different view starts without a selection.
              key={params.toString()}
              rows={answer.items}
              total={answer.total}
              filter={{ search, status, missing }}
              onRow={(row) => designs.update((latest) => withRow(latest, row))}
            >
              <EmptyList of={designs}>
                <Nothing
                  search={search}
                  isFiltered={search !== '' || status !== undefined || missing !== undefined}
                  onClear={() => setParams({})}
                />
              </EmptyList>
            </DesignTable>
            <Pager
              page={Number(page)}
              totalPages={answer.totalPages}
              pathOf={(to) => pagePath('/designs', params, to)}
            />
          </>
        )}
      </Answered>
    </Page>
  );
}

type Designs = StudioCallAnswer<'designs'>;

function withRow(answer: Designs, row: ChangedRow<ListedDesign>): Designs {
  const items = answer.items.map((each) => (each.id === row.id ? newerOf(each, row) : each));
  return { ...answer, items };
}

interface NothingProps {
  readonly search: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function Nothing({ search, isFiltered, onClear }: NothingProps) {
  if (!isFiltered) {
    return (
      <EmptyScene scene="empty" title="No designs yet" text="Start with a title.">
        <LinkButton to="/designs/new">New design</LinkButton>
      </EmptyScene>
    );
  }
  return (
    <EmptyScene
      scene="empty"
      title="No matching designs"
      text={search === '' ? 'No designs match these filters.' : 'Try part of a title or SKU.'}
    >
      <Button variant="paper" onClick={onClear}>
        Show all designs
      </Button>
    </EmptyScene>
  );
}
