import { firstLicenceItems } from '#contract/shop/licence-rules.ts';
import { licenceCalls } from '#contract/studio/licences.ts';
import { useAnswer } from '../../api/use-answer.ts';

/** How many items a licence bought now covers. */
export function useItemsInForce(): number {
  const [licence] = useAnswer(licenceCalls.allLicenceTexts).answer?.texts ?? [];
  return licence?.items ?? firstLicenceItems;
}
