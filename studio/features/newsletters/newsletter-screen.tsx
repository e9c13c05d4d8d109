import { useParams } from 'react-router';
import { couponCalls } from '#contract/studio/coupons.ts';
import { newsletterAudiences } from '#contract/studio/newsletter-audiences.ts';
import { type Newsletter, newsletterCalls } from '#contract/studio/newsletters.ts';
import { type Answer, useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { NewsletterEditor } from './newsletter-editor.tsx';
import { NewsletterFacts } from './newsletter-facts.tsx';
import { NewsletterPreview } from './newsletter-preview.tsx';

/** How often the figures of one that is planned or being sent are read again. */
const pollMs = 15_000;

/** One that was stopped may have mails that are still being sent. */
const isGoingOn = ({ state, figures }: Newsletter): boolean =>
  state === 'planned' || state === 'sending' || figures.waiting > 0;

/** One newsletter: the editor of a draft, the figures of any other. */
export default function NewsletterScreen() {
  const { id = '' } = useParams();
  const newsletter = useAnswer(newsletterCalls.newsletter, {
    params: { id },
    pollMs: (shown) => (isGoingOn(shown) ? pollMs : false),
  });
  return (
    <Page
      title={newsletter.answer?.subject ?? 'Newsletter'}
      back={{ to: '/news', label: 'All newsletters' }}
    >
      <Answered of={newsletter}>
        {(shown) => <Shown key={shown.id} newsletter={shown} answer={newsletter} />}
      </Answered>
    </Page>
  );
}

interface ShownProps {
  readonly newsletter: Newsletter;
  readonly answer: Answer<Newsletter>;
}

function Shown({ newsletter, answer }: ShownProps) {
  const categories = useAnswer(couponCalls.couponCategories);
  return (
    <Answered of={categories}>
      {({ categories: named }) => {
        const audiences = newsletterAudiences(named);
        if (newsletter.state === 'draft') {
          return (
            <NewsletterEditor
              newsletter={newsletter}
              audiences={audiences}
              onChanged={answer.set}
              reload={answer.fetchLatest}
            />
          );
        }
        return (
          <div className={parts.halves}>
            <NewsletterFacts
              newsletter={newsletter}
              audiences={audiences}
              onChanged={answer.set}
              reload={answer.fetchLatest}
            />
            <Card title="What it says">
              <NewsletterPreview {...newsletter} />
            </Card>
          </div>
        );
      }}
    </Answered>
  );
}
