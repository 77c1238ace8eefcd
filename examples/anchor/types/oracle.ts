/** Written by `npm run examples` from programs/artifacts/oracle.json. */
export type Oracle = {
  "address": "5M8jF5w7kuP5smxFK2GthfpAfi7X8FDqthfwqFHZVZ4o",
  "metadata": {
    "name": "oracle",
    "version": "1.0.0-rc.1",
    "spec": "0.1.0"
  },
  "instructions": [
    {
      "name": "acceptAdmin",
      "discriminator": [112,42,45,90,116,181,13,170],
      "accounts": [
        {
          "name": "newAdmin",
          "signer": true
        },
        {
          "name": "config",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": []
    },
    {
      "name": "attest",
      "discriminator": [83,148,120,119,144,139,117,160],
      "accounts": [
        {
          "name": "attester",
          "writable": true,
          "signer": true
        },
        {
          "name": "set"
        },
        {
          "name": "attestation",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [97,116,116,101,115,116,97,116,105,111,110]
              },
              {
                "kind": "account",
                "path": "set"
              },
              {
                "kind": "arg",
                "path": "kind"
              },
              {
                "kind": "arg",
                "path": "period"
              }
            ]
          }
        },
        {
          "name": "roots"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "kind",
          "type": "u8"
        },
        {
          "name": "period",
          "type": "u16"
        },
        {
          "name": "entries",
          "type": {
            "vec": {
              "defined": {
                "name": "attestedRoot"
              }
            }
          }
        }
      ]
    },
    {
      "name": "closeAttestation",
      "discriminator": [249,84,133,23,48,175,252,221],
      "accounts": [
        {
          "name": "payer",
          "writable": true,
          "signer": true,
          "relations": [
            "attestation"
          ]
        },
        {
          "name": "attestation",
          "writable": true
        }
      ],
      "args": []
    },
    {
      "name": "closePricingMatrix",
      "discriminator": [251,118,215,117,22,155,38,73],
      "accounts": [
        {
          "name": "pricingMatrix",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [112,114,105,99,105,110,103,95,109,97,116,114,105,120]
              }
            ]
          }
        },
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": []
    },
    {
      "name": "createAttesterSet",
      "discriminator": [202,23,211,120,239,16,49,180],
      "accounts": [
        {
          "name": "creator",
          "writable": true,
          "signer": true
        },
        {
          "name": "set",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [97,116,116,101,115,116,101,114,115]
              },
              {
                "kind": "account",
                "path": "creator"
              },
              {
                "kind": "arg",
                "path": "id"
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "id",
          "type": "u64"
        },
        {
          "name": "keys",
          "type": {
            "vec": "pubkey"
          }
        }
      ]
    },
    {
      "name": "giftValidationCredits",
      "discriminator": [213,25,82,97,102,26,240,132],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "targetUser"
        },
        {
          "name": "userValidationState",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [117,115,101,114,95,115,116,97,116,101]
              },
              {
                "kind": "account",
                "path": "targetUser"
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "hundreds",
          "type": "u32"
        }
      ]
    },
    {
      "name": "initializeConfig",
      "discriminator": [208,127,21,1,194,190,196,70],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "config",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        },
        {
          "name": "programData",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [64,151,26,50,106,24,118,58,186,163,248,177,36,97,90,45,144,65,234,72,93,147,223,159,133,148,94,20,51,156,55,60]
              }
            ],
            "program": {
              "kind": "const",
              "value": [2,168,246,145,78,136,161,176,226,16,21,62,247,99,174,43,0,194,185,61,22,193,36,210,192,83,122,16,4,128,0,0]
            }
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        }
      ],
      "args": [
        {
          "name": "parameters",
          "type": {
            "defined": {
              "name": "configParameters"
            }
          }
        }
      ]
    },
    {
      "name": "initializePricingMatrix",
      "discriminator": [147,32,167,248,235,57,210,6],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "pricingMatrix",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [112,114,105,99,105,110,103,95,109,97,116,114,105,120]
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "rows",
          "type": {
            "vec": {
              "defined": {
                "name": "serviceRow"
              }
            }
          }
        }
      ]
    },
    {
      "name": "initializeTreasuryV2",
      "discriminator": [18,140,152,210,31,25,22,171],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "tokenTreasuryVault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "tokenTreasuryPda"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "subscriptionTokenMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "tokenTreasuryPda",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [116,111,107,101,110,95,116,114,101,97,115,117,114,121,95,118,50]
              }
            ]
          }
        },
        {
          "name": "subscriptionTokenMint"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "tokenProgram",
          "address": "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
        },
        {
          "name": "associatedTokenProgram",
          "address": "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": []
    },
    {
      "name": "initializeUsdtTreasury",
      "discriminator": [81,0,86,241,86,85,243,74],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "usdtTreasuryVault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "usdtTreasuryPda"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "usdtMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "usdtTreasuryPda",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [117,115,100,116,95,116,114,101,97,115,117,114,121]
              }
            ]
          }
        },
        {
          "name": "usdtMint"
        },
        {
          "name": "tokenProgram",
          "address": "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
        },
        {
          "name": "associatedTokenProgram",
          "address": "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": []
    },
    {
      "name": "insertBatchRoot",
      "discriminator": [243,170,208,158,207,29,237,93],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "dailyBatchRoots",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [100,97,105,108,121,95,98,97,116,99,104,95,114,111,111,116,115]
              },
              {
                "kind": "arg",
                "path": "epochDay"
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "epochDay",
          "type": "u16"
        },
        {
          "name": "hourOfDay",
          "type": "u8"
        },
        {
          "name": "minuteOfHour",
          "type": "u8"
        },
        {
          "name": "root",
          "type": {
            "array": [
              "u8",
              32
            ]
          }
        },
        {
          "name": "accountBump",
          "type": "u8"
        }
      ]
    },
    {
      "name": "insertFixturesRoot",
      "discriminator": [18,70,8,160,75,200,109,235],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "tenDailyFixturesRoots",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [116,101,110,95,100,97,105,108,121,95,102,105,120,116,117,114,101,115,95,114,111,111,116,115]
              },
              {
                "kind": "arg",
                "path": "epochDay"
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "epochDay",
          "type": "u16"
        },
        {
          "name": "index",
          "type": "u64"
        },
        {
          "name": "root",
          "type": {
            "array": [
              "u8",
              32
            ]
          }
        }
      ]
    },
    {
      "name": "insertScoresRoot",
      "discriminator": [137,39,242,97,131,204,100,133],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "dailyScoresRoots",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [100,97,105,108,121,95,115,99,111,114,101,115,95,114,111,111,116,115]
              },
              {
                "kind": "arg",
                "path": "epochDay"
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "epochDay",
          "type": "u16"
        },
        {
          "name": "hourOfDay",
          "type": "u8"
        },
        {
          "name": "minuteOfHour",
          "type": "u8"
        },
        {
          "name": "root",
          "type": {
            "array": [
              "u8",
              32
            ]
          }
        }
      ]
    },
    {
      "name": "proposeAdmin",
      "discriminator": [121,214,199,212,87,39,117,234],
      "accounts": [
        {
          "name": "admin",
          "signer": true
        },
        {
          "name": "config",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "newAdmin",
          "type": "pubkey"
        }
      ]
    },
    {
      "name": "purchaseSubscriptionTokenUsdt",
      "discriminator": [198,251,223,9,31,184,166,188],
      "accounts": [
        {
          "name": "buyer",
          "writable": true,
          "signer": true
        },
        {
          "name": "backendAdmin",
          "signer": true
        },
        {
          "name": "usdtMint"
        },
        {
          "name": "buyerUsdtAccount",
          "writable": true
        },
        {
          "name": "usdtTreasuryVault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "usdtTreasuryPda"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "usdtMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "usdtTreasuryPda",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [117,115,100,116,95,116,114,101,97,115,117,114,121]
              }
            ]
          }
        },
        {
          "name": "subscriptionTokenMint"
        },
        {
          "name": "tokenTreasuryVault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "tokenTreasuryPda"
              },
              {
                "kind": "account",
                "path": "token2022Program"
              },
              {
                "kind": "account",
                "path": "subscriptionTokenMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "tokenTreasuryPda",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [116,111,107,101,110,95,116,114,101,97,115,117,114,121,95,118,50]
              }
            ]
          }
        },
        {
          "name": "buyerTokenAccount",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "buyer"
              },
              {
                "kind": "account",
                "path": "token2022Program"
              },
              {
                "kind": "account",
                "path": "subscriptionTokenMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "tokenProgram",
          "address": "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
        },
        {
          "name": "token2022Program",
          "address": "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "associatedTokenProgram",
          "address": "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "txlineAmount",
          "type": "u64"
        }
      ]
    },
    {
      "name": "purchaseValidationCredits",
      "discriminator": [166,59,67,252,177,13,82,112],
      "accounts": [
        {
          "name": "user",
          "writable": true,
          "signer": true
        },
        {
          "name": "userValidationState",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [117,115,101,114,95,115,116,97,116,101]
              },
              {
                "kind": "account",
                "path": "user"
              }
            ]
          }
        },
        {
          "name": "tokenMint"
        },
        {
          "name": "userTokenAccount",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "user"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "tokenMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "tokenTreasuryVault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "tokenTreasuryPda"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "tokenMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "tokenTreasuryPda",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [116,111,107,101,110,95,116,114,101,97,115,117,114,121,95,118,50]
              }
            ]
          }
        },
        {
          "name": "tokenProgram",
          "address": "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "associatedTokenProgram",
          "address": "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "hundreds",
          "type": "u32"
        }
      ]
    },
    {
      "name": "subscribe",
      "discriminator": [254,28,191,138,156,179,183,53],
      "accounts": [
        {
          "name": "user",
          "writable": true,
          "signer": true
        },
        {
          "name": "pricingMatrix",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [112,114,105,99,105,110,103,95,109,97,116,114,105,120]
              }
            ]
          }
        },
        {
          "name": "tokenMint"
        },
        {
          "name": "userTokenAccount",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "user"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "tokenMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "tokenTreasuryVault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "tokenTreasuryPda"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "tokenMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "tokenTreasuryPda",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [116,111,107,101,110,95,116,114,101,97,115,117,114,121,95,118,50]
              }
            ]
          }
        },
        {
          "name": "tokenProgram",
          "address": "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "associatedTokenProgram",
          "address": "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "serviceLevelId",
          "type": "u16"
        },
        {
          "name": "weeks",
          "type": "u8"
        }
      ]
    },
    {
      "name": "updateConfig",
      "discriminator": [29,158,252,191,10,83,219,99],
      "accounts": [
        {
          "name": "admin",
          "signer": true
        },
        {
          "name": "config",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "update",
          "type": {
            "defined": {
              "name": "configUpdate"
            }
          }
        }
      ]
    },
    {
      "name": "updatePricingMatrix",
      "discriminator": [177,191,172,252,42,203,8,164],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "pricingMatrix",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [112,114,105,99,105,110,103,95,109,97,116,114,105,120]
              }
            ]
          }
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "rows",
          "type": {
            "vec": {
              "defined": {
                "name": "serviceRow"
              }
            }
          }
        }
      ]
    },
    {
      "name": "validateFixture",
      "discriminator": [231,129,218,86,223,114,21,126],
      "accounts": [
        {
          "name": "tenDailyFixturesRoots"
        }
      ],
      "args": [
        {
          "name": "snapshot",
          "type": {
            "defined": {
              "name": "fixture"
            }
          }
        },
        {
          "name": "summary",
          "type": {
            "defined": {
              "name": "fixtureBatchSummary"
            }
          }
        },
        {
          "name": "subTreeProof",
          "type": {
            "vec": {
              "defined": {
                "name": "proofNode"
              }
            }
          }
        },
        {
          "name": "mainTreeProof",
          "type": {
            "vec": {
              "defined": {
                "name": "proofNode"
              }
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "validateFixtureBatch",
      "discriminator": [85,223,204,7,4,87,157,1],
      "accounts": [
        {
          "name": "tenDailyFixturesRoots"
        }
      ],
      "args": [
        {
          "name": "index",
          "type": "u8"
        },
        {
          "name": "metadata",
          "type": {
            "defined": {
              "name": "batchMetadata"
            }
          }
        },
        {
          "name": "proof",
          "type": {
            "vec": {
              "defined": {
                "name": "proofNode"
              }
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "validateOdds",
      "discriminator": [192,19,91,138,104,100,212,86],
      "accounts": [
        {
          "name": "dailyOddsMerkleRoots"
        }
      ],
      "args": [
        {
          "name": "ts",
          "type": "i64"
        },
        {
          "name": "oddsSnapshot",
          "type": {
            "defined": {
              "name": "odds"
            }
          }
        },
        {
          "name": "summary",
          "type": {
            "defined": {
              "name": "oddsBatchSummary"
            }
          }
        },
        {
          "name": "subTreeProof",
          "type": {
            "vec": {
              "defined": {
                "name": "proofNode"
              }
            }
          }
        },
        {
          "name": "mainTreeProof",
          "type": {
            "vec": {
              "defined": {
                "name": "proofNode"
              }
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "validateOddsV4",
      "discriminator": [147,143,200,85,251,48,42,173],
      "accounts": [
        {
          "name": "user",
          "writable": true,
          "signer": true
        },
        {
          "name": "userValidationState",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [117,115,101,114,95,115,116,97,116,101]
              },
              {
                "kind": "account",
                "path": "user"
              }
            ]
          }
        },
        {
          "name": "instructionsSysvar",
          "address": "Sysvar1nstructions1111111111111111111111111"
        },
        {
          "name": "dailyOddsMerkleRoots"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "payload",
          "type": {
            "defined": {
              "name": "oddsValidationInputV4"
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "validateStat",
      "discriminator": [107,197,232,90,191,136,105,185],
      "accounts": [
        {
          "name": "dailyScoresMerkleRoots"
        }
      ],
      "args": [
        {
          "name": "ts",
          "type": "i64"
        },
        {
          "name": "fixtureSummary",
          "type": {
            "defined": {
              "name": "scoresBatchSummary"
            }
          }
        },
        {
          "name": "fixtureProof",
          "type": {
            "vec": {
              "defined": {
                "name": "proofNode"
              }
            }
          }
        },
        {
          "name": "mainTreeProof",
          "type": {
            "vec": {
              "defined": {
                "name": "proofNode"
              }
            }
          }
        },
        {
          "name": "predicate",
          "type": {
            "defined": {
              "name": "traderPredicate"
            }
          }
        },
        {
          "name": "statA",
          "type": {
            "defined": {
              "name": "statTerm"
            }
          }
        },
        {
          "name": "statB",
          "type": {
            "option": {
              "defined": {
                "name": "statTerm"
              }
            }
          }
        },
        {
          "name": "op",
          "type": {
            "option": {
              "defined": {
                "name": "binaryExpression"
              }
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "validateStatV2",
      "discriminator": [208,215,194,214,241,71,246,178],
      "accounts": [
        {
          "name": "dailyScoresMerkleRoots"
        }
      ],
      "args": [
        {
          "name": "payload",
          "type": {
            "defined": {
              "name": "statValidationInput"
            }
          }
        },
        {
          "name": "strategy",
          "type": {
            "defined": {
              "name": "nDimensionalStrategy"
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "validateStatV3",
      "discriminator": [150,37,155,89,141,190,77,203],
      "accounts": [
        {
          "name": "dailyScoresMerkleRoots"
        }
      ],
      "args": [
        {
          "name": "payload",
          "type": {
            "defined": {
              "name": "statValidationInputV3"
            }
          }
        },
        {
          "name": "strategy",
          "type": {
            "defined": {
              "name": "nDimensionalStrategy"
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "validateStatV4",
      "discriminator": [17,11,195,64,250,26,27,211],
      "accounts": [
        {
          "name": "user",
          "writable": true,
          "signer": true
        },
        {
          "name": "userValidationState",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [117,115,101,114,95,115,116,97,116,101]
              },
              {
                "kind": "account",
                "path": "user"
              }
            ]
          }
        },
        {
          "name": "instructionsSysvar",
          "address": "Sysvar1nstructions1111111111111111111111111"
        },
        {
          "name": "dailyScoresMerkleRoots"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "payload",
          "type": {
            "defined": {
              "name": "statValidationInputV4"
            }
          }
        },
        {
          "name": "strategy",
          "type": {
            "defined": {
              "name": "nDimensionalStrategy"
            }
          }
        }
      ],
      "returns": "bool"
    },
    {
      "name": "withdrawUsdt",
      "discriminator": [117,75,94,162,178,92,19,141],
      "accounts": [
        {
          "name": "authority",
          "writable": true,
          "signer": true
        },
        {
          "name": "adminDestination",
          "writable": true
        },
        {
          "name": "usdtTreasuryVault",
          "writable": true,
          "pda": {
            "seeds": [
              {
                "kind": "account",
                "path": "usdtTreasuryPda"
              },
              {
                "kind": "account",
                "path": "tokenProgram"
              },
              {
                "kind": "account",
                "path": "usdtMint"
              }
            ],
            "program": {
              "kind": "account",
              "path": "associatedTokenProgram"
            }
          }
        },
        {
          "name": "usdtTreasuryPda",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [117,115,100,116,95,116,114,101,97,115,117,114,121]
              }
            ]
          }
        },
        {
          "name": "usdtMint"
        },
        {
          "name": "tokenProgram",
          "address": "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
        },
        {
          "name": "associatedTokenProgram",
          "address": "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
        },
        {
          "name": "systemProgram",
          "address": "11111111111111111111111111111111"
        },
        {
          "name": "config",
          "pda": {
            "seeds": [
              {
                "kind": "const",
                "value": [99,111,110,102,105,103]
              }
            ]
          }
        }
      ],
      "args": [
        {
          "name": "amount",
          "type": "u64"
        }
      ]
    }
  ],
  "accounts": [
    {
      "name": "attestation",
      "discriminator": [152,125,183,86,36,146,121,73]
    },
    {
      "name": "attesterSet",
      "discriminator": [176,101,61,125,161,138,122,116]
    },
    {
      "name": "config",
      "discriminator": [155,12,170,224,30,250,204,130]
    },
    {
      "name": "pricingMatrix",
      "discriminator": [173,13,64,22,248,77,110,106]
    }
  ],
  "events": [
    {
      "name": "lateAfterChanged",
      "discriminator": [74,209,93,207,207,167,212,139]
    },
    {
      "name": "lateRoot",
      "discriminator": [140,151,212,228,244,123,145,177]
    },
    {
      "name": "subscribed",
      "discriminator": [135,59,105,76,190,236,138,228]
    }
  ],
  "errors": [
    {
      "code": 6000,
      "name": "eventNotActive",
      "msg": "The event is not active"
    },
    {
      "code": 6001,
      "name": "pricesMismatch",
      "msg": "Price_names and prices have different lengths"
    },
    {
      "code": 6002,
      "name": "invalidOddsUpdate",
      "msg": "The odds update is not valid"
    },
    {
      "code": 6003,
      "name": "invalidSubTreeProof",
      "msg": "The record does not lead to the summary's sub-tree root, or its path has the wrong shape"
    },
    {
      "code": 6004,
      "name": "invalidMainTreeProof",
      "msg": "The summary does not lead to the published root of its slot, or its path has the wrong shape"
    },
    {
      "code": 6005,
      "name": "timeSlotMismatch",
      "msg": "The times do not belong to one slot, or not to the slot of the record or of the account"
    },
    {
      "code": 6006,
      "name": "invalidTime",
      "msg": "Hour_of_day must be 0 to 23 and minute_of_hour 0 to 59"
    },
    {
      "code": 6007,
      "name": "rootNotAvailable",
      "msg": "No root has been published for this slot"
    },
    {
      "code": 6008,
      "name": "accountDiscriminatorMismatch",
      "msg": "The account's discriminator is not that of the expected account type"
    },
    {
      "code": 6009,
      "name": "invalidPda",
      "msg": "The account's address is not the expected program address"
    },
    {
      "code": 6010,
      "name": "timestampMismatch",
      "msg": "The ts argument is not the time that the proof commits to"
    },
    {
      "code": 6011,
      "name": "sliceError",
      "msg": "The roots account does not have the length of its kind"
    },
    {
      "code": 6012,
      "name": "invalidOwner",
      "msg": "The account's owner is not the expected program"
    },
    {
      "code": 6013,
      "name": "invalidTimeSlot",
      "msg": "The index is outside the account's slots"
    },
    {
      "code": 6014,
      "name": "stakeStillLocked",
      "msg": "The stake is still locked"
    },
    {
      "code": 6015,
      "name": "invalidRecipient",
      "msg": "The recipient is not the expected account"
    },
    {
      "code": 6016,
      "name": "activeSubscription",
      "msg": "The subscription is still active"
    },
    {
      "code": 6017,
      "name": "unauthorized",
      "msg": "The signer does not hold the role that this instruction requires"
    },
    {
      "code": 6018,
      "name": "invalidAccountOwner",
      "msg": "The roots account exists and is not owned by this program"
    },
    {
      "code": 6019,
      "name": "invalidMintAuthority",
      "msg": "The mint's authority is not the expected account"
    },
    {
      "code": 6020,
      "name": "invalidMint",
      "msg": "The mint is not the one in the configuration"
    },
    {
      "code": 6021,
      "name": "predicateFailed",
      "msg": "The predicate is false"
    },
    {
      "code": 6022,
      "name": "invalidFixtureSubTreeProof",
      "msg": "The event root does not lead to events_sub_tree_root, or its path has the wrong shape"
    },
    {
      "code": 6023,
      "name": "invalidStatProof",
      "msg": "A stat does not lead to the event stat root, or its zero proof is malformed"
    },
    {
      "code": 6024,
      "name": "invalidStatCombination",
      "msg": "Two stats need an operator and an equal event root"
    },
    {
      "code": 6025,
      "name": "missingSecondStat",
      "msg": "The predicate needs a second stat"
    },
    {
      "code": 6026,
      "name": "unexpectedSecondStat",
      "msg": "A second stat was given that the predicate does not use"
    },
    {
      "code": 6027,
      "name": "overflow",
      "msg": "An arithmetic result or a time is out of range"
    },
    {
      "code": 6028,
      "name": "tradeNotActive",
      "msg": "The trade is not active"
    },
    {
      "code": 6029,
      "name": "invalidTrader",
      "msg": "The trader is not a party of the trade"
    },
    {
      "code": 6030,
      "name": "winnerMismatch",
      "msg": "The winner is not the expected one"
    },
    {
      "code": 6031,
      "name": "tradeTermsMismatch",
      "msg": "The terms are not those of the trade"
    },
    {
      "code": 6032,
      "name": "unauthorizedSettler",
      "msg": "The signer may not settle this trade"
    },
    {
      "code": 6033,
      "name": "fundsBelowMinimumDeposit",
      "msg": "The amount is below the minimum deposit"
    },
    {
      "code": 6034,
      "name": "insufficientUserBalance",
      "msg": "The user's token balance is too low"
    },
    {
      "code": 6035,
      "name": "zeroAmount",
      "msg": "The amount must not be zero"
    },
    {
      "code": 6036,
      "name": "vaultNotEmpty",
      "msg": "The vault still holds tokens"
    },
    {
      "code": 6037,
      "name": "insufficientVaultBalance",
      "msg": "The vault's token balance is too low"
    },
    {
      "code": 6038,
      "name": "calculationError",
      "msg": "The calculation failed"
    },
    {
      "code": 6039,
      "name": "invalidSubscriptionTs",
      "msg": "The subscription's times are not valid"
    },
    {
      "code": 6040,
      "name": "cannotShortenSubscription",
      "msg": "A subscription cannot be shortened"
    },
    {
      "code": 6041,
      "name": "invalidWeeks",
      "msg": "Weeks must be a positive multiple of 4"
    },
    {
      "code": 6042,
      "name": "invalidTimeAlignment",
      "msg": "Minute_of_hour must be a multiple of 5"
    },
    {
      "code": 6043,
      "name": "invalidEpochDayAlignment",
      "msg": "Epoch_day must be a multiple of 10"
    },
    {
      "code": 6044,
      "name": "accountDataTooSmall",
      "msg": "The fixtures roots account does not have the length of its kind"
    },
    {
      "code": 6045,
      "name": "insufficientLiquidity",
      "msg": "There is not enough liquidity"
    },
    {
      "code": 6046,
      "name": "invalidAmount",
      "msg": "The amount is not valid"
    },
    {
      "code": 6047,
      "name": "invalidExpiration",
      "msg": "The expiration is not valid"
    },
    {
      "code": 6048,
      "name": "fixtureMismatch",
      "msg": "The record and the summary name different fixtures or competitions"
    },
    {
      "code": 6049,
      "name": "periodMismatch",
      "msg": "The period is not the expected one"
    },
    {
      "code": 6050,
      "name": "intentNotActive",
      "msg": "The intent is not active"
    },
    {
      "code": 6051,
      "name": "orderNotYetExpired",
      "msg": "The order has not expired yet"
    },
    {
      "code": 6052,
      "name": "termsMismatch",
      "msg": "The terms are not the expected ones"
    },
    {
      "code": 6053,
      "name": "statKeyMismatch",
      "msg": "The stat key is not the expected one"
    },
    {
      "code": 6054,
      "name": "invalidVault",
      "msg": "The vault is not the expected account"
    },
    {
      "code": 6055,
      "name": "equivocationAttempt",
      "msg": "The slot already holds another root; a published root never changes"
    },
    {
      "code": 6056,
      "name": "numericOverflow",
      "msg": "A number is out of range"
    },
    {
      "code": 6057,
      "name": "invalidAccountData",
      "msg": "The data is not valid; a root must not be all zero, row ids and keys must be usable"
    },
    {
      "code": 6058,
      "name": "rateLimitExceeded",
      "msg": "The rate limit is exceeded; wait before the next request"
    },
    {
      "code": 6059,
      "name": "invalidServiceLevelId",
      "msg": "No row of the pricing matrix has this service level"
    },
    {
      "code": 6060,
      "name": "initialRowsLimitExceeded",
      "msg": "A new pricing matrix holds at most 50 rows"
    },
    {
      "code": 6061,
      "name": "missingStat",
      "msg": "A stat is missing"
    },
    {
      "code": 6062,
      "name": "proofTooLarge",
      "msg": "A path holds more than 32 nodes"
    },
    {
      "code": 6063,
      "name": "tradeTooSmall",
      "msg": "The trade is too small"
    },
    {
      "code": 6064,
      "name": "maxRowsLimitExceeded",
      "msg": "A pricing matrix holds at most 50 rows"
    },
    {
      "code": 6065,
      "name": "unauthorizedAdmin",
      "msg": "The co-signer is not the backend admin"
    },
    {
      "code": 6066,
      "name": "invalidAccount",
      "msg": "The account is not the expected one"
    },
    {
      "code": 6067,
      "name": "missingSummary",
      "msg": "The summary is missing"
    },
    {
      "code": 6068,
      "name": "missingProof",
      "msg": "The proof is missing"
    },
    {
      "code": 6069,
      "name": "tooManyStats",
      "msg": "A proof holds 1 to 5 stats"
    },
    {
      "code": 6070,
      "name": "duplicateStatCoverage",
      "msg": "A stat is used more than once by the strategy"
    },
    {
      "code": 6071,
      "name": "incompleteStatCoverage",
      "msg": "A stat is not used by the strategy"
    },
    {
      "code": 6072,
      "name": "missingDistancePredicate",
      "msg": "Geometric targets need a distance predicate"
    },
    {
      "code": 6073,
      "name": "indexOutOfBounds",
      "msg": "An index points past the stats, or a key has no bit in the zero map's layout"
    },
    {
      "code": 6074,
      "name": "statNotZero",
      "msg": "The zero map says that the stat is not zero"
    },
    {
      "code": 6075,
      "name": "lengthMismatch",
      "msg": "Leaf_indices must hold one index for each present leaf"
    },
    {
      "code": 6076,
      "name": "invalidMultiproof",
      "msg": "Leaf_indices must be distinct and of one depth, and keys distinct"
    },
    {
      "code": 6077,
      "name": "missingProofNode",
      "msg": "Multiproof_hashes ends before the root is reached"
    },
    {
      "code": 6078,
      "name": "invalidProofPath",
      "msg": "A node of multiproof_hashes is left over or on the wrong side"
    },
    {
      "code": 6079,
      "name": "insufficientCredits",
      "msg": "The credits account is not the user's or holds no credit"
    },
    {
      "code": 6080,
      "name": "missingSignatureInstruction",
      "msg": "No instruction stands directly before this one; an Ed25519 instruction is required there"
    },
    {
      "code": 6081,
      "name": "invalidSignatureProgram",
      "msg": "The instruction directly before this one is not the Ed25519 program's"
    },
    {
      "code": 6082,
      "name": "serializationFailed",
      "msg": "The payload could not be serialised"
    },
    {
      "code": 6083,
      "name": "invalidOracleSignature",
      "msg": "The signature is not by the configured oracle key"
    },
    {
      "code": 6084,
      "name": "invalidSequenceNumber",
      "msg": "The sequence number is not valid"
    },
    {
      "code": 6085,
      "name": "messageMismatch",
      "msg": "The signed message is not the digest of this payload"
    },
    {
      "code": 6086,
      "name": "invalidPackQuantity",
      "msg": "The number of packs must not be zero"
    },
    {
      "code": 6100,
      "name": "invalidUpdateCount",
      "msg": "Update_count must be at least 1"
    },
    {
      "code": 6101,
      "name": "invalidSignatureLayout",
      "msg": "The Ed25519 instruction must hold exactly one signature in the fixed layout of 144 bytes"
    },
    {
      "code": 6102,
      "name": "ambiguousLeaf",
      "msg": "A leaf of exactly 64 bytes could be read as an inner node"
    },
    {
      "code": 6103,
      "name": "invalidCompactForm",
      "msg": "The parts of a compact proof must fit together and be written in the one way that counts"
    },
    {
      "code": 6104,
      "name": "slotNotOver",
      "msg": "The slot is not over; a root must not be published before every record of it can be there"
    },
    {
      "code": 6105,
      "name": "rootTooLate",
      "msg": "The slot ended longer ago than the bound for late roots; the admin must sign as well"
    },
    {
      "code": 6106,
      "name": "wrongAttesterSet",
      "msg": "The account is not an attester set of this program at its address"
    },
    {
      "code": 6107,
      "name": "wrongAttestation",
      "msg": "The account is not the attestation of the attester set, the kind and the period"
    },
    {
      "code": 6108,
      "name": "invalidAttesters",
      "msg": "An attester set has 1 to 16 distinct keys"
    },
    {
      "code": 6109,
      "name": "notAnAttester",
      "msg": "The signer is not a key of the attester set"
    },
    {
      "code": 6110,
      "name": "invalidEntries",
      "msg": "A call attests 1 to 24 roots"
    },
    {
      "code": 6111,
      "name": "attestedRootMismatch",
      "msg": "The slot holds another root than the attested one"
    },
    {
      "code": 6112,
      "name": "attestationTooYoung",
      "msg": "An attestation is kept for 400 days after its period's end and after its making"
    },
    {
      "code": 6113,
      "name": "invalidRootsKind",
      "msg": "The kind of roots is 0 for scores, 1 for odds or 2 for fixtures"
    },
    {
      "code": 6114,
      "name": "invalidLateAfter",
      "msg": "The bound for late roots is 600 to 604,800 seconds, and once set it never returns to 0"
    }
  ],
  "types": [
    {
      "name": "attestation",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "version",
            "type": "u8"
          },
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "kind",
            "type": "u8"
          },
          {
            "name": "padding",
            "type": "u8"
          },
          {
            "name": "period",
            "type": "u16"
          },
          {
            "name": "padding2",
            "type": {
              "array": [
                "u8",
                2
              ]
            }
          },
          {
            "name": "set",
            "type": "pubkey"
          },
          {
            "name": "payer",
            "type": "pubkey"
          },
          {
            "name": "made",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "attestedRoot",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "slot",
            "type": "u16"
          },
          {
            "name": "root",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "attesterSet",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "version",
            "type": "u8"
          },
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "creator",
            "type": "pubkey"
          },
          {
            "name": "id",
            "type": "u64"
          },
          {
            "name": "keys",
            "type": {
              "vec": "pubkey"
            }
          }
        ]
      }
    },
    {
      "name": "batchMetadata",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "totalUpdateCount",
            "type": "i32"
          },
          {
            "name": "numUniqueFixtures",
            "type": "i32"
          },
          {
            "name": "overallBatchStartTs",
            "type": "i64"
          },
          {
            "name": "overallBatchEndTs",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "batchUpdateStats",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "updateCount",
            "type": "u32"
          },
          {
            "name": "minTimestamp",
            "type": "i64"
          },
          {
            "name": "maxTimestamp",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "binaryExpression",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "add"
          },
          {
            "name": "subtract"
          }
        ]
      }
    },
    {
      "name": "comparison",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "greaterThan"
          },
          {
            "name": "lessThan"
          },
          {
            "name": "equalTo"
          }
        ]
      }
    },
    {
      "name": "config",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "admin",
            "type": "pubkey"
          },
          {
            "name": "pendingAdmin",
            "type": "pubkey"
          },
          {
            "name": "publisher",
            "type": "pubkey"
          },
          {
            "name": "backendAdmin",
            "type": "pubkey"
          },
          {
            "name": "oracleKey",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "nextOracleKey",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "serviceMint",
            "type": "pubkey"
          },
          {
            "name": "stablecoinMint",
            "type": "pubkey"
          },
          {
            "name": "creditPackPrice",
            "type": "u64"
          },
          {
            "name": "bump",
            "type": "u8"
          },
          {
            "name": "lateAfter",
            "type": "u32"
          },
          {
            "name": "before",
            "type": "u32"
          },
          {
            "name": "changed",
            "type": "i64"
          },
          {
            "name": "reserved",
            "type": {
              "array": [
                "u8",
                47
              ]
            }
          }
        ]
      }
    },
    {
      "name": "configParameters",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "admin",
            "type": "pubkey"
          },
          {
            "name": "publisher",
            "type": "pubkey"
          },
          {
            "name": "backendAdmin",
            "type": "pubkey"
          },
          {
            "name": "oracleKey",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "nextOracleKey",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "serviceMint",
            "type": "pubkey"
          },
          {
            "name": "stablecoinMint",
            "type": "pubkey"
          },
          {
            "name": "creditPackPrice",
            "type": "u64"
          },
          {
            "name": "lateAfter",
            "type": "u32"
          }
        ]
      }
    },
    {
      "name": "configUpdate",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "publisher",
            "type": {
              "option": "pubkey"
            }
          },
          {
            "name": "backendAdmin",
            "type": {
              "option": "pubkey"
            }
          },
          {
            "name": "oracleKey",
            "type": {
              "option": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          },
          {
            "name": "nextOracleKey",
            "type": {
              "option": {
                "array": [
                  "u8",
                  32
                ]
              }
            }
          },
          {
            "name": "serviceMint",
            "type": {
              "option": "pubkey"
            }
          },
          {
            "name": "stablecoinMint",
            "type": {
              "option": "pubkey"
            }
          },
          {
            "name": "creditPackPrice",
            "type": {
              "option": "u64"
            }
          },
          {
            "name": "lateAfter",
            "type": {
              "option": "u32"
            }
          }
        ]
      }
    },
    {
      "name": "fixture",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "startTime",
            "type": "i64"
          },
          {
            "name": "competition",
            "type": "string"
          },
          {
            "name": "competitionId",
            "type": "i32"
          },
          {
            "name": "fixtureGroupId",
            "type": "i32"
          },
          {
            "name": "participant1Id",
            "type": "i32"
          },
          {
            "name": "participant1",
            "type": "string"
          },
          {
            "name": "participant2Id",
            "type": "i32"
          },
          {
            "name": "participant2",
            "type": "string"
          },
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "participant1IsHome",
            "type": "bool"
          }
        ]
      }
    },
    {
      "name": "fixtureBatchSummary",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "competitionId",
            "type": "i32"
          },
          {
            "name": "competition",
            "type": "string"
          },
          {
            "name": "updateStats",
            "type": {
              "defined": {
                "name": "batchUpdateStats"
              }
            }
          },
          {
            "name": "updateSubTreeRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "geometricTarget",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "statIndex",
            "type": "u8"
          },
          {
            "name": "prediction",
            "type": "i32"
          }
        ]
      }
    },
    {
      "name": "lateAfterChanged",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "before",
            "type": "u32"
          },
          {
            "name": "lateAfter",
            "type": "u32"
          }
        ]
      }
    },
    {
      "name": "lateRoot",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "kind",
            "type": "u8"
          },
          {
            "name": "period",
            "type": "u16"
          },
          {
            "name": "slot",
            "type": "u16"
          },
          {
            "name": "at",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "nDimensionalStrategy",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "geometricTargets",
            "type": {
              "vec": {
                "defined": {
                  "name": "geometricTarget"
                }
              }
            }
          },
          {
            "name": "distancePredicate",
            "type": {
              "option": {
                "defined": {
                  "name": "traderPredicate"
                }
              }
            }
          },
          {
            "name": "discretePredicates",
            "type": {
              "vec": {
                "defined": {
                  "name": "statPredicate"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "odds",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "messageId",
            "type": "string"
          },
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "bookmaker",
            "type": "string"
          },
          {
            "name": "bookmakerId",
            "type": "i32"
          },
          {
            "name": "superOddsType",
            "type": "string"
          },
          {
            "name": "gameState",
            "type": {
              "option": "string"
            }
          },
          {
            "name": "inRunning",
            "type": "bool"
          },
          {
            "name": "marketParameters",
            "type": {
              "option": "string"
            }
          },
          {
            "name": "marketPeriod",
            "type": {
              "option": "string"
            }
          },
          {
            "name": "priceNames",
            "type": {
              "vec": "string"
            }
          },
          {
            "name": "prices",
            "type": {
              "vec": "i32"
            }
          }
        ]
      }
    },
    {
      "name": "oddsBatchSummary",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "updateStats",
            "type": {
              "defined": {
                "name": "batchUpdateStats"
              }
            }
          },
          {
            "name": "oddsSubTreeRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "oddsValidationInputV4",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "oddsSnapshot",
            "type": {
              "defined": {
                "name": "odds"
              }
            }
          },
          {
            "name": "summary",
            "type": {
              "defined": {
                "name": "oddsBatchSummary"
              }
            }
          },
          {
            "name": "subTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "mainTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "pricingMatrix",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "admin",
            "type": "pubkey"
          },
          {
            "name": "rows",
            "type": {
              "vec": {
                "defined": {
                  "name": "serviceRow"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "proofNode",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "hash",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "isRightSibling",
            "type": "bool"
          }
        ]
      }
    },
    {
      "name": "scoreStat",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "key",
            "type": "u32"
          },
          {
            "name": "value",
            "type": "i32"
          },
          {
            "name": "period",
            "type": "i32"
          }
        ]
      }
    },
    {
      "name": "scoresBatchSummary",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "fixtureId",
            "type": "i64"
          },
          {
            "name": "updateStats",
            "type": {
              "defined": {
                "name": "scoresUpdateStats"
              }
            }
          },
          {
            "name": "eventsSubTreeRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          }
        ]
      }
    },
    {
      "name": "scoresUpdateStats",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "updateCount",
            "type": "i32"
          },
          {
            "name": "minTimestamp",
            "type": "i64"
          },
          {
            "name": "maxTimestamp",
            "type": "i64"
          }
        ]
      }
    },
    {
      "name": "serviceRow",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "rowId",
            "type": "u16"
          },
          {
            "name": "pricePerWeekToken",
            "type": "u64"
          },
          {
            "name": "samplingIntervalSec",
            "type": "u32"
          },
          {
            "name": "leagueBundleId",
            "type": "i16"
          },
          {
            "name": "marketBundleId",
            "type": "i16"
          }
        ]
      }
    },
    {
      "name": "statLeaf",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "stat",
            "type": {
              "defined": {
                "name": "scoreStat"
              }
            }
          },
          {
            "name": "statProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "statPredicate",
      "type": {
        "kind": "enum",
        "variants": [
          {
            "name": "single",
            "fields": [
              {
                "name": "index",
                "type": "u8"
              },
              {
                "name": "predicate",
                "type": {
                  "defined": {
                    "name": "traderPredicate"
                  }
                }
              }
            ]
          },
          {
            "name": "binary",
            "fields": [
              {
                "name": "indexA",
                "type": "u8"
              },
              {
                "name": "indexB",
                "type": "u8"
              },
              {
                "name": "op",
                "type": {
                  "defined": {
                    "name": "binaryExpression"
                  }
                }
              },
              {
                "name": "predicate",
                "type": {
                  "defined": {
                    "name": "traderPredicate"
                  }
                }
              }
            ]
          }
        ]
      }
    },
    {
      "name": "statTerm",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "statToProve",
            "type": {
              "defined": {
                "name": "scoreStat"
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "statProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "statValidationInput",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "fixtureSummary",
            "type": {
              "defined": {
                "name": "scoresBatchSummary"
              }
            }
          },
          {
            "name": "fixtureProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "mainTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "stats",
            "type": {
              "vec": {
                "defined": {
                  "name": "statLeaf"
                }
              }
            }
          }
        ]
      }
    },
    {
      "name": "statValidationInputV3",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "fixtureSummary",
            "type": {
              "defined": {
                "name": "scoresBatchSummary"
              }
            }
          },
          {
            "name": "fixtureProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "mainTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "leaves",
            "type": {
              "vec": {
                "defined": {
                  "name": "statLeaf"
                }
              }
            }
          },
          {
            "name": "multiproofHashes",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "leafIndices",
            "type": {
              "vec": "u32"
            }
          }
        ]
      }
    },
    {
      "name": "statValidationInputV4",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "ts",
            "type": "i64"
          },
          {
            "name": "fixtureSummary",
            "type": {
              "defined": {
                "name": "scoresBatchSummary"
              }
            }
          },
          {
            "name": "fixtureProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "mainTreeProof",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "eventStatRoot",
            "type": {
              "array": [
                "u8",
                32
              ]
            }
          },
          {
            "name": "leaves",
            "type": {
              "vec": {
                "defined": {
                  "name": "statLeaf"
                }
              }
            }
          },
          {
            "name": "multiproofHashes",
            "type": {
              "vec": {
                "defined": {
                  "name": "proofNode"
                }
              }
            }
          },
          {
            "name": "leafIndices",
            "type": {
              "vec": "u32"
            }
          }
        ]
      }
    },
    {
      "name": "subscribed",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "user",
            "type": "pubkey"
          },
          {
            "name": "serviceLevelId",
            "type": "u16"
          },
          {
            "name": "weeks",
            "type": "u8"
          },
          {
            "name": "startTs",
            "type": "i64"
          },
          {
            "name": "endTs",
            "type": "i64"
          },
          {
            "name": "row",
            "type": {
              "defined": {
                "name": "serviceRow"
              }
            }
          }
        ]
      }
    },
    {
      "name": "traderPredicate",
      "type": {
        "kind": "struct",
        "fields": [
          {
            "name": "threshold",
            "type": "i32"
          },
          {
            "name": "comparison",
            "type": {
              "defined": {
                "name": "comparison"
              }
            }
          }
        ]
      }
    }
  ]
};
