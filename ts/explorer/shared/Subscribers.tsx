import type { ComponentChildren } from 'preact';
import { linkTo } from '../frame/route.js';

/** A short note on what a subscription offers, in the place where a visitor would look for the data. */
export const Subscribers = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="subscribers">
    <span>{children}</span>{' '}
    <a class="button plain" href={linkTo('wallet')}>
      Get a subscription
    </a>
  </p>
);
