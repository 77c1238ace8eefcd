import type { ComponentChildren } from 'preact';
import { linkTo } from '../frame/route.js';

/** What a subscription is for, said calmly, where a visitor would look for it. */
export const Subscribers = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="subscribers">
    <span>{children}</span>{' '}
    <a class="button plain" href={linkTo('wallet')}>
      Get a subscription
    </a>
  </p>
);
