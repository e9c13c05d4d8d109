import { Link, useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';
import { consentCalls } from '#contract/studio/consents.ts';
import {
  editedNewsletterEntries,
  newsletterCalls,
  newsletterLimits,
} from '#contract/studio/newsletters.ts';
import { grouped } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Badge } from '../../ui/badge.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Table } from '../../ui/table.tsx';
import { sendsAtText, stateLooks } from './newsletter-words.ts';
import styles from './newsletters.module.css';

/** All newsletters, newest first. */
export default function NewslettersScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const mayImport = useMayCall(consentCalls.importConsents);
  const newsletters = useAnswer(newsletterCalls.newsletters, { query: { page } });
  return (
    <Page title="News" text="Newsletters to buyers who asked for them.">
      {mayImport && (
        <p>
          <Link to="/news/import">Import consents</Link>
        </p>
      )}
      <NewNewsletter />
      <PagedList
        of={newsletters}
        empty={
          <EmptyScene
            scene="empty"
            title="No newsletters yet"
            text="Enter a subject, then write the first one."
          />
        }
      >
        {(items) => (
          <Table label="Newsletters" columns={['Subject', 'Status', 'Begins', 'Sent']}>
            {items.map(({ id, subject, state, sendsAt, sent }) => (
              <tr key={id}>
                <td data-label="Subject" data-free>
                  <Link to={`/news/${id}`}>{subject}</Link>
                </td>
                <td data-label="Status">
                  <Badge tone={stateLooks[state].tone}>{stateLooks[state].text}</Badge>
                </td>
                <td data-label="Begins" data-whole>
                  {sendsAtText({ sendsAt }) || '—'}
                </td>
                <td data-label="Sent" data-whole>
                  {grouped(sent)}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

const formSchema = v.object({ subject: editedNewsletterEntries.subject });

/** Creates a draft with a subject; everything else is edited on its own page. */
function NewNewsletter() {
  const navigate = useNavigate();
  const form = useForm<'subject'>({
    schema: formSchema,
    initial: { subject: '' },
    failed: 'The shop can’t be reached. Nothing was saved yet.',
    async send(body) {
      const { id } = await request(newsletterCalls.createNewsletter, { body });
      navigate(`/news/${id}`);
    },
  });
  return (
    <form className={styles.add} onSubmit={form.submit} noValidate>
      <TextField
        label="Subject of a new newsletter"
        autoComplete="off"
        maxLength={newsletterLimits.subject}
        {...form.field('subject')}
      />
      <Button {...form.button}>Create</Button>
    </form>
  );
}
