import { Checkbox } from '#ui/checkbox.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import styles from './category-choice.module.css';

interface CategoryChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function CategoryChoice({ chosen, onChange }: CategoryChoiceProps) {
  const answer = useAnswer('couponCategories');
  return (
    <Answered of={answer}>
      {({ categories }) =>
        categories.length > 0 && (
          <fieldset>
            <legend className={styles.legend}>Categories</legend>
            <div className={styles.choices}>
              {categories.map(({ _id, name }) => (
                <Checkbox
                  key={_id}
                  checked={chosen.includes(_id)}
                  onChange={(isOn) =>
                    onChange(isOn ? [...chosen, _id] : chosen.filter((other) => other !== _id))
                  }
                >
                  {name}
                </Checkbox>
              ))}
            </div>
          </fieldset>
        )
      }
    </Answered>
  );
}
