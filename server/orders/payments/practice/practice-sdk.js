/**
 * The page's side of the PayPal stand-in: as much of PayPal's JS SDK as a checkout with buttons uses
 * (`Buttons`, `FUNDING`, `isFundingEligible`). Instead of PayPal's window it opens a dialog in the page. Runs
 * unbuilt, under `script-src 'self'; style-src 'self'` and Trusted Types: no eval, no HTML from strings,
 * styles through the CSSOM.
 */
(() => {
  const script = document.currentScript;
  const base = script.src.slice(0, script.src.indexOf('/sdk/js'));
  const namespace = script.dataset.namespace ?? 'paypal';
  const FUNDING = { PAYPAL: 'paypal', CARD: 'card' };
  const names = { paypal: 'PayPal', card: 'Debit or Credit Card' };

  const buttonStyles = `
    :host { display: block; }
    .row { display: grid; gap: 12px; }
    button {
      font: 700 1.125rem/1.2 system-ui, sans-serif; min-height: 48px; width: 100%; padding: 0 16px;
      border: 0; border-radius: 999px; cursor: pointer;
    }
    button:disabled { opacity: 0.6; cursor: default; }
    button:focus-visible { outline: 3px solid #142c8e; outline-offset: 3px; }
    .paypal { background: #ffc439; color: #142c8e; font-style: italic; }
    .paypal:hover:enabled { background: #f2ba36; }
    .card { background: #2c2e2f; color: #ffffff; font-weight: 600; font-size: 1rem; }
    .card:hover:enabled { background: #3f4142; }
    @media (forced-colors: active) { button { border: 2px solid; } }
  `;

  const dialogStyles = `
    dialog {
      box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem);
      padding: 28px; border: 3px dashed #c9a98a; border-radius: 28px; background: #fff8ee;
      color: #3a2440; font: 1rem/1.5 system-ui, sans-serif;
    }
    dialog::backdrop { background: rgb(58 36 64 / 0.55); }
    h2 { margin: 0 0 8px; font-size: 1.375rem; line-height: 1.25; }
    p { margin: 0 0 16px; }
    .amount { font-size: 1.75rem; font-weight: 700; margin: 0; }
    .order { color: #6b5470; }
    fieldset { margin: 0 0 20px; padding: 0; border: 0; display: grid; gap: 10px; }
    legend { padding: 0; margin-bottom: 8px; font-weight: 700; }
    label {
      display: flex; gap: 12px; align-items: center; min-height: 44px; padding: 6px 14px;
      border: 2px solid #e6d3bd; border-radius: 16px; background: #ffffff; cursor: pointer;
    }
    label:has(:checked) { border-color: #142c8e; }
    input { width: 20px; height: 20px; accent-color: #142c8e; }
    .actions { display: flex; gap: 12px; flex-wrap: wrap; }
    button {
      flex: 1; min-height: 48px; padding: 0 20px; border-radius: 999px; border: 2px solid #142c8e;
      font: 700 1rem/1.2 system-ui, sans-serif; cursor: pointer;
    }
    .pay { background: #142c8e; color: #ffffff; }
    .cancel { background: transparent; color: #142c8e; }
    button:disabled { opacity: 0.6; cursor: default; }
    button:focus-visible, input:focus-visible { outline: 3px solid #1c7470; outline-offset: 2px; }
    .problem { color: #b0203a; font-weight: 700; }
    .problem:empty { display: none; }
  `;

  /** Creates an element with properties and children; strings become text nodes. */
  function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  /** Attaches a shadow root, so that its styles and the page's don't affect each other. */
  function shadowed(host, css) {
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    return root;
  }

  async function ask(path, body) {
    const response = await fetch(`${base}/buyer/orders/${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.details?.[0]?.issue ?? answer.name ?? 'UNKNOWN_ERROR');
    return answer;
  }

  function money({ currency_code: currency, value }) {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(value));
  }

  function choice(value, label, isChecked) {
    const input = element('input', {
      type: 'radio',
      name: 'instrument',
      value,
      checked: isChecked,
    });
    return element('label', {}, input, element('span', { textContent: label }));
  }

  /** Shows the order to the buyer. Resolves to true if it was approved, to false if cancelled. */
  async function approve(orderID, source) {
    const order = await ask(encodeURIComponent(orderID));
    if (order.status === 'COMPLETED') throw new Error('ORDER_ALREADY_CAPTURED');
    const host = element('div');
    const root = shadowed(host, dialogStyles);
    const what = source === 'card' ? 'card' : 'PayPal account';
    const pay = element('button', {
      className: 'pay',
      type: 'submit',
      textContent: `Pay ${money(order.amount)}`,
    });
    const cancel = element('button', {
      className: 'cancel',
      type: 'button',
      textContent: 'Cancel',
    });
    const problem = element('p', { className: 'problem', role: 'alert' });
    const form = element(
      'form',
      { method: 'dialog' },
      element(
        'fieldset',
        {},
        element('legend', { textContent: 'Pay with' }),
        choice('works', `A practice ${what} that works`, true),
        choice('declined', `A practice ${what} that is declined`, false),
      ),
      problem,
      element('div', { className: 'actions' }, pay, cancel),
    );
    const dialog = element(
      'dialog',
      {},
      element('h2', { id: 'title', textContent: 'Practice payment — no money moves' }),
      element('p', { className: 'amount', textContent: money(order.amount) }),
      element('p', { className: 'order', textContent: order.description }),
      form,
    );
    dialog.setAttribute('aria-labelledby', 'title');
    root.append(dialog);
    document.body.append(host);
    dialog.showModal();

    try {
      return await new Promise((resolve) => {
        form.addEventListener('submit', async (event) => {
          event.preventDefault();
          const isDeclined = form.elements.namedItem('instrument').value === 'declined';
          pay.disabled = true;
          problem.textContent = '';
          try {
            await ask(`${encodeURIComponent(orderID)}/approve`, { source, isDeclined });
            resolve(true);
          } catch {
            problem.textContent = 'The practice provider didn’t answer. Please try again.';
            pay.disabled = false;
          }
        });
        cancel.addEventListener('click', () => resolve(false));
        dialog.addEventListener('cancel', () => resolve(false));
      });
    } finally {
      dialog.close();
      host.remove();
    }
  }

  /** Handles one click: from creating the shop's order to the buyer's approval or cancellation. */
  async function run(options, source) {
    try {
      const isRefused = await new Promise((resolve, reject) => {
        const actions = {
          resolve: async () => resolve(false),
          reject: async () => resolve(true),
        };
        Promise.resolve(options.onClick?.({ fundingSource: source }, actions)).then(
          () => resolve(false),
          reject,
        );
      });
      if (isRefused) return;
      const orderID = await options.createOrder({ paymentSource: source }, {});
      let isAgain = true;
      while (isAgain) {
        isAgain = false;
        if (!(await approve(orderID, source))) {
          await options.onCancel?.({ orderID }, { redirect: go });
          return;
        }
        const data = { orderID, payerID: 'PRACTICEBUYER', paymentSource: source };
        await options.onApprove?.(data, {
          redirect: go,
          restart() {
            isAgain = true;
          },
        });
      }
    } catch (error) {
      if (!options.onError) throw error;
      options.onError(error);
    }
  }

  function go(url) {
    window.location.assign(url);
  }

  function isFundingEligible(source) {
    return Object.values(FUNDING).includes(source);
  }

  function Buttons(options = {}) {
    const sources = options.fundingSource ? [options.fundingSource] : Object.values(FUNDING);
    let host = null;

    return {
      isEligible: () => sources.every(isFundingEligible),
      async render(container) {
        const target =
          typeof container === 'string' ? document.querySelector(container) : container;
        if (!target) throw new Error('Document is ready and element does not exist');
        host = element('div');
        const row = element('div', { className: 'row' });
        shadowed(host, buttonStyles).append(row);
        const buttons = sources.map((source) => {
          const button = element('button', {
            type: 'button',
            className: source,
            textContent: names[source],
          });
          button.addEventListener('click', async () => {
            for (const each of buttons) each.disabled = true;
            try {
              await run(options, source);
            } finally {
              for (const each of buttons) each.disabled = false;
              if (host?.isConnected) button.focus();
            }
          });
          return button;
        });
        row.append(...buttons);
        target.append(host);
        const setDisabled = (isDisabled) => {
          for (const button of buttons) button.disabled = isDisabled;
        };
        options.onInit?.(
          {},
          { enable: async () => setDisabled(false), disable: async () => setDisabled(true) },
        );
      },
      async close() {
        host?.remove();
        host = null;
      },
    };
  }

  window[namespace] = {
    version: 'practice',
    FUNDING,
    Buttons,
    isFundingEligible,
    getFundingSources: () => Object.values(FUNDING),
  };
})();
