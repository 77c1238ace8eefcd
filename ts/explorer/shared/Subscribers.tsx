import type { ComponentChildren } from 'preact';
import { linkTo } from '../frame/route.js';

/** A calm note about what a subscription is for, in the place where a visitor would look for the data. */
export const Subscribers = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="subscribers">
    <span>{children}</span>{' '}
    <a class="button plain" href={linkTo('wallet')}>
      Get a subscription
    </a>
  </p>
);
