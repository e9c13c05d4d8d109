import { createApp } from '#server/app.ts';
import { makeServices, type ServiceOverrides } from './make-services.ts';
import { joinStudio } from './studio-person.ts';

/** A shop whose owner is signed in to the studio by `cookie`. */
export async function shopWithOwner(overrides?: ServiceOverrides) {
  const services = await makeServices(overrides);
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  return { services, app, cookie };
}
