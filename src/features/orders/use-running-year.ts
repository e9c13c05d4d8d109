import { useSession } from '#api/use-session.ts';
import { useShopDay } from '#api/use-shop-day.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { runsOn } from '#contract/shop/licence-year.ts';

/** The last day of the account's yearly licence, in words, while it is in force; null: none is. Needs no signal. */
export function useRunningYear(): string | null {
  const licence = useSession(({ user }) => user?.yearlyLicence);
  const shopDay = useShopDay();
  return licence && runsOn(licence, shopDay(new Date())) ? dayInWords(licence.endsOn) : null;
}
