import { studioPageSize } from '#contract/studio/list.ts';
import { Pager } from '#ui/pager.tsx';

interface LongPagerProps {
  readonly list: {
    readonly total: number;
    readonly totalPages: number;
    /** False: there are more than are counted. */
    readonly isCounted?: boolean;
  };
  readonly page: number;
  readonly pathOf: (page: number) => string;
}

/** Page links of a list that may be too long to be counted. */
export function LongPager({ list, page, pathOf }: LongPagerProps) {
  const { total, totalPages, isCounted = true } = list;
  // In whole pages, because the total counts the first entry of the next page, too.
  const known = Math.floor(total / studioPageSize) * studioPageSize;
  return (
    <>
      <Pager page={page} totalPages={totalPages} pathOf={pathOf} />
      {!isCounted && (
        <p>{known.toLocaleString('en-US')}+ entries: the next pages appear as you go on.</p>
      )}
    </>
  );
}
