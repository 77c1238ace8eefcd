// As in Node, where every entry of the library loads them. Tests import files, not entries.
import '#texts';
