import { mostCounted } from '#contract/studio/list.ts';
import { Pager } from '#ui/pager.tsx';

interface LongPagerProps {
  readonly list: { readonly total: number; readonly totalPages: number };
  readonly page: number;
  readonly pathOf: (page: number) => string;
}

/** Page links of a list that may be too long to be counted. */
export function LongPager({ list: { total, totalPages }, page, pathOf }: LongPagerProps) {
  return (
    <>
      <Pager page={page} totalPages={totalPages} pathOf={pathOf} />
      {total >= mostCounted && (
        <p>
          {mostCounted.toLocaleString('en-US')}+ entries: the next pages appear as you go on. A
          search or a filter is quicker.
        </p>
      )}
    </>
  );
}
