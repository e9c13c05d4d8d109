import { couponCalls } from '#contract/studio/coupons.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { CheckboxList } from './checkbox-list.tsx';

interface CategoryChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function CategoryChoice(props: CategoryChoiceProps) {
  const answer = useAnswer(couponCalls.couponCategories);
  return (
    <Answered of={answer}>
      {({ categories }) => (
        <CheckboxList
          title="Categories"
          choices={categories.map(({ _id: id, name }) => ({ id, name }))}
          {...props}
        />
      )}
    </Answered>
  );
}
